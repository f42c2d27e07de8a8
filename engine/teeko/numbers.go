package teeko

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

// numbers are parts of the numbers of sets of at most four squares: a set has as many sets of
// its size below it as its highest square, the one after that and so on tell, each by the
// number of sets that it could begin. The tables have that of nine squares at a time, by
// how many squares of the set are below them.
type numbers [3][pieces + 1][512]uint16

// fill makes the tables.
func (t *numbers) fill() {
	for part := range t {
		for below := range t[part] {
			for set := range t[part][below] {
				of := 0
				for rest, n := uint(set), below+1; rest != 0; rest, n = rest&(rest-1), n+1 {
					of += subsets(9*part+bits.TrailingZeros(rest), n)
				}
				t[part][below][set] = uint16(of) // what does not fit has more than four squares
			}
		}
	}
}

// subsets returns the number of sets of k of n squares.
func subsets(n, k int) int {
	sets := 1
	for i := range k {
		sets = sets * (n - i) / (i + 1)
	}
	return sets
}

// Number implements [fast.Families]: a family is positions with the same pieces of the mover's.
func (r *rules) Number(families, list, keys []uint64) {
	t := &r.numbers
	families, list = families[:len(keys)], list[:len(keys)]
	for n, key := range keys {
		families[n] = key >> half
		if key>>half&key&lower != 0 || bits.OnesCount64(key&lower) > pieces {
			list[n] = fast.NoKin
			continue
		}
		low, middle, high := key&511, key>>9&511, key>>18&127
		one := bits.OnesCount64(low)
		two := one + bits.OnesCount64(middle)
		list[n] = uint64(t[0][0][low]) + uint64(t[1][one][middle]) + uint64(t[2][two][high])
	}
}
