package multiset

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/placement"
)

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
