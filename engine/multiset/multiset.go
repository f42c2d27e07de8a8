// Package multiset counts strings by the counts of their symbols, and ranks sets by tables. Games
// with identical pieces use it for their indices.
package multiset

import "math/bits"

// Count returns the number of strings that have counts[c] symbols c, for all c. It returns false if
// that number exceeds 64 bits.
func Count(counts []int) (n uint64, ok bool) {
	n = 1
	total := uint64(0)
	for _, c := range counts {
		for j := uint64(1); j <= uint64(c); j++ {
			total++
			hi, lo := bits.Mul64(n, total)
			if hi >= j {
				return 0, false
			}
			n, _ = bits.Div64(hi, lo, j) // exact: a multinomial times a binomial
		}
	}
	return n, true
}
