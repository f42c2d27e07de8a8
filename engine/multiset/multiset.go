// Package multiset counts strings by the counts of their symbols, and ranks sets by tables. Games
// with identical pieces use it for their indices.
package multiset

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

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

// Sets ranks sets of numbers below 26, which are bits of a word, among the sets of as many numbers,
// in the order of the words. It is safe for concurrent use.
type Sets struct {
	low  []uint32   // by the numbers below 13
	high [][]uint32 // by how many these are, and by the other numbers
}

const lowNumbers = 13

// NewSets returns the ranks of sets of at most most numbers.
func NewSets(most int) (r Sets) {
	r.low = Ranks(lowNumbers, 0, 0)
	r.high = make([][]uint32, lowNumbers+1)
	for below := range min(most, lowNumbers) + 1 {
		r.high[below] = Ranks(lowNumbers, lowNumbers, below)
	}
	return r
}

// Ranks returns for each set of n numbers from first on what they add to the rank of a set that has
// below lesser numbers as well.
func Ranks(n, first, below int) []uint32 {
	list := make([]uint32, 1<<n)
	for set := 1; set < len(list); set++ {
		top := bits.Len(uint(set)) - 1
		list[set] = list[set&^(1<<top)] + uint32(placement.Choose(first+top, below+bits.OnesCount(uint(set))))
	}
	return list
}

// Pack moves the bits of a set under a mask together.
func Pack(mask, set int) (packed int) {
	for at := 0; mask != 0; at, mask = at+1, mask&(mask-1) {
		if set&mask&-mask != 0 {
			packed |= 1 << at
		}
	}
	return packed
}

// Squeeze removes the bits of a mask from a set, and moves the higher ones down.
func Squeeze(set, mask uint32) uint32 {
	for ; mask != 0; mask &^= 1 << (31 - bits.LeadingZeros32(mask)) {
		below := uint32(1)<<(31-bits.LeadingZeros32(mask)) - 1
		set = set&below | set>>1&^below
	}
	return set
}

// Spread is the inverse of [Squeeze]. The bits of the mask become 0.
func Spread(set, mask uint32) uint32 {
	for ; mask != 0; mask &= mask - 1 {
		below := mask&-mask - 1
		set = set&below | set&^below<<1
	}
	return set
}

// Rank returns the number of lesser words with as many bits.
func (r *Sets) Rank(set uint32) uint32 {
	low := set & (1<<lowNumbers - 1)
	return r.low[low] + r.high[bits.OnesCount32(low)][set>>lowNumbers]
}
