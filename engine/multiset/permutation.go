package multiset

import "math/bits"

// A permutation of n numbers is a list of 0 to n-1, each once, with n at most 20. Its rank is its
// place in the order of the lists, from 0 to n!-1. Ranks that differ in their lowest bit alone are
// of lists that differ in the order of their last two numbers alone.

// Factorial returns n!, for n at most 20.
func Factorial(n int) uint64 {
	product := uint64(1)
	for k := 2; k <= n; k++ {
		product *= uint64(k)
	}
	return product
}

// PermutationRank returns the rank of a permutation.
func PermutationRank(p []uint8) (rank uint64) {
	left := uint32(1)<<len(p) - 1 // numbers that are not used yet
	for n, x := range p {
		rank = rank*uint64(len(p)-n) + uint64(bits.OnesCount32(left&(1<<x-1)))
		left &^= 1 << x
	}
	return rank
}

// Permutation stores the permutation of a rank in p.
func Permutation(p []uint8, rank uint64) {
	for n := len(p) - 1; n >= 0; n-- {
		size := uint64(len(p) - n)
		p[n] = uint8(rank % size)
		rank /= size
	}
	left := uint32(1)<<len(p) - 1
	for n, k := range p { // p[n] is the place of the number among those left
		rest := left
		for range k {
			rest &= rest - 1
		}
		p[n] = uint8(bits.TrailingZeros32(rest))
		left &^= 1 << p[n]
	}
}

// IsOdd reports whether a permutation has an odd number of inversions.
func IsOdd(p []uint8) (odd bool) {
	left := uint32(1)<<len(p) - 1
	for _, x := range p {
		odd = odd != (bits.OnesCount32(left&(1<<x-1))&1 == 1)
		left &^= 1 << x
	}
	return odd
}
