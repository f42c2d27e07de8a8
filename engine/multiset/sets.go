package multiset

import "math/bits"

// Choose returns the number of sets of k of n, which must fit in 64 bits; n is at most 63.
func Choose(n, k int) uint64 {
	c := uint64(1)
	for i := range uint64(k) {
		c = c * (uint64(n) - i) / (i + 1)
	}
	return c
}

// Sets ranks sets of numbers below 26, which are bits of a word, among the sets of as many numbers,
// in the order of the words. It is safe for concurrent use.
type Sets struct {
	low  []uint32   // by the numbers below 13
	high [][]uint32 // by how many these are, and by the other numbers
}

const lowNumbers = 13

// NewSets returns the ranks of sets of at most so many numbers.
func NewSets(most int) (r Sets) {
	rank := func(set uint32, below, first int) (n uint32) {
		for ; set != 0; set &= set - 1 {
			below++
			if below > most {
				return 0
			}
			n += uint32(Choose(bits.TrailingZeros32(set)+first, below))
		}
		return n
	}
	ranks := func(below, first int) []uint32 {
		list := make([]uint32, 1<<lowNumbers)
		for set := range list {
			list[set] = rank(uint32(set), below, first)
		}
		return list
	}
	r.low = ranks(0, 0)
	r.high = make([][]uint32, lowNumbers+1)
	for below := range min(most, lowNumbers) + 1 {
		r.high[below] = ranks(below, lowNumbers)
	}
	return r
}

// Rank returns the number of lesser words with as many bits.
func (r *Sets) Rank(set uint32) uint32 {
	low := set & (1<<lowNumbers - 1)
	return r.low[low] + r.high[bits.OnesCount32(low)][set>>lowNumbers]
}
