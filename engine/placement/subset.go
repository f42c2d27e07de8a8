package placement

import "math/bits"

// MaxSquares is the largest number of squares of a board.
const MaxSquares = 64

// choose holds the binomial coefficients. The greatest uint64 stands for those that do not fit.
var choose = func() (c [MaxSquares + 1][MaxSquares + 1]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			sum, carry := bits.Add64(c[n-1][k-1], c[n-1][k], 0)
			c[n][k] = sum | -carry
		}
	}
	return c
}()

// Choose returns the number of sets of k of n squares, 0 ≤ k, n ≤ MaxSquares.
func Choose(n, k int) uint64 { return choose[n][k] }

// Rank returns the rank of a set of free squares among the sets of the same size, in ascending
// order as numbers.
func Rank(set, free uint64) (rank uint64) {
	for k := 1; set != 0; k++ {
		rank += choose[bits.OnesCount64((set&-set-1)&free)][k&63]
		set &= set - 1
	}
	return rank
}

// Unrank is the inverse of [Rank]: the set of k free squares with that rank.
func Unrank(rank uint64, k int, free uint64) (set uint64) {
	for below := bits.OnesCount64(free) - 1; k > 0; below-- {
		top := uint64(1) << (63 - bits.LeadingZeros64(free))
		free &^= top
		if c := choose[below][k]; rank >= c {
			rank -= c
			k--
			set |= top
		}
	}
	return set
}

// Next returns the set of free squares after the given one, which must be neither empty nor the
// last.
func Next(set, free uint64) uint64 {
	next := ((set | ^free) + set&-set) & free // removes the lowest run of members, and adds the free square above it
	for low := free; bits.OnesCount64(next) < bits.OnesCount64(set); low &= low - 1 {
		next |= low & -low
	}
	return next
}
