package quixo

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// ranking numbers the reachable positions by slice, and within a slice by canonical key. These are
// the indices that discovery gives, but no keys are stored.
//
// A canonical key has a place. The mover's marks form a class, the least of their symmetric images.
// The opponent's marks are a set of the other cells. A class and a number of opponent's marks form
// a block, with one place for each such set, in the order of the sets as numbers. Some places are not
// positions. They are unreachable, or twins of another place if the mover's marks are symmetric
// themselves. Size 4 has 5,789,188 places, and all tables take 4 MB.
type ranking struct {
	*rules
	classes []uint32          // ordered by number of cells, then as numbers
	classOf [1 << half]uint32 // by set of the mover's marks: the number of its class
	starts  []uint32          // first places of blocks, by the number of the opponent's marks, then by class
	blocks  []block           // in the order of places, with a sentinel at the end
	slices  []rankedSlice
	places  *placement.Set         // the positions
	twinned [1 << half / 64]uint64 // a bit for each set that several symmetries map to its class
	packed  [1 << half]uint8       // by mask<<8 | set of 8 cells: the bits of the set under the mask, moved together
	rank    [1 << half]uint16      // by set: the number of lesser sets of the same size
	sets    [half + 1][]uint16     // by size: the sets of that size, ascending
}

// block describes the places with the same class and the same number of the opponent's marks.
type block struct {
	first    uint32
	class    uint32 // the set
	opponent int    // marks
}

// rankedSlice is the positions of a slice.
type rankedSlice struct {
	number        int    // see KeySlice
	block, blocks int    // its first block, and the end of its blocks
	first, last   uint32 // its first place, and the end of its places
	index, size   uint64
	targets       []int // the slices that moves lead to, itself included
}

// newRanking finds and numbers all reachable positions.
func newRanking(rules *rules) *ranking {
	r := &ranking{rules: rules}
	r.makeClasses()
	r.makeBlocks()
	r.findReachable()
	r.count()
	return r
}

func (r *ranking) makeClasses() {
	for set := range uint32(1) << r.cells {
		if r.forms[set].least() == set {
			r.classes = append(r.classes, set)
		}
	}
	slices.SortStableFunc(r.classes, func(a, b uint32) int { return cmp.Compare(bits.OnesCount32(a), bits.OnesCount32(b)) })
	for n, set := range r.classes {
		r.classOf[set] = uint32(n)
	}
	for at := range r.packed {
		r.packed[at] = uint8(multiset.Pack(at>>8, at&255))
	}
	for set := range r.rank {
		list := &r.sets[bits.OnesCount(uint(set))]
		r.rank[set] = uint16(len(*list))
		*list = append(*list, uint16(set))
	}
	for set, f := range r.forms[:1<<r.cells] {
		r.classOf[set] = r.classOf[f.least()]
		if by := f.by(); by&(by-1) != 0 {
			r.twinned[set/64] |= 1 << (set % 64)
		}
	}
}

// makeBlocks assigns the blocks their places.
func (r *ranking) makeBlocks() {
	r.starts = make([]uint32, (r.cells+1)*len(r.classes))
	next := uint32(0)
	for marks := range r.cells + 1 {
		for more := (marks + 1) / 2; more <= marks; more++ {
			var list []int // classes
			for n, set := range r.classes {
				if own := bits.OnesCount32(set); own == more || own == marks-more {
					list = append(list, n)
				}
			}
			slices.SortFunc(list, func(a, b int) int { return cmp.Compare(r.classes[a], r.classes[b]) })
			s := rankedSlice{number: marks<<5 | more, block: len(r.blocks), first: next}
			for _, n := range list {
				set := r.classes[n]
				own := bits.OnesCount32(set)
				r.starts[(marks-own)*len(r.classes)+n] = next
				r.blocks = append(r.blocks, block{next, set, marks - own})
				next += uint32(placement.Choose(r.cells-own, marks-own))
			}
			s.blocks, s.last = len(r.blocks), next
			r.slices = append(r.slices, s)
		}
	}
	r.blocks = append(r.blocks, block{first: next})
	r.places = placement.NewSet(uint64(next))
}

// count numbers the positions and drops slices without any.
func (r *ranking) count() {
	r.places.Count()
	kept := r.slices[:0]
	for _, s := range r.slices {
		s.index = r.places.Before(uint64(s.first))
		if s.size = r.places.Before(uint64(s.last)) - s.index; s.size > 0 {
			kept = append(kept, s)
		}
	}
	r.slices = kept
	for n := range r.slices {
		s := &r.slices[n]
		marks, more := s.number>>5, s.number&31
		for _, number := range []int{s.number, (marks+1)<<5 | more, (marks+1)<<5 | (more + 1)} {
			// A move adds no mark, or one for the player with fewer or with more marks. If both
			// have equally many, no slice has the second number.
			if at, ok := slices.BinarySearchFunc(r.slices, number, func(s rankedSlice, number int) int { return cmp.Compare(s.number, number) }); ok {
				s.targets = append(s.targets, at)
			}
		}
	}
}

// place returns the place of the canonical form of a key, and whether the position is its own twin.
func (r *ranking) place(key uint32) (place uint64, symmetric bool) {
	own, opponent := key>>half, key&lower
	by := r.forms[own].by()
	if by&(by-1) != 0 {
		opponent, symmetric = r.leastOpponent(by, opponent)
	} else {
		opponent = r.image(bits.TrailingZeros32(by), opponent)
	}
	n := r.classOf[own]
	start := r.starts[bits.OnesCount32(opponent)*len(r.classes)+int(n)]
	free := ^r.classes[n]
	packed := uint32(r.packed[free<<8&lower|opponent&255]) | uint32(r.packed[free&^255&lower|opponent>>8])<<bits.OnesCount8(uint8(free))
	return uint64(start) + uint64(r.rank[packed&lower]), symmetric
}

// leastOpponent returns the least image of the opponent's marks under the given symmetries, and
// whether two of them give it.
func (r *ranking) leastOpponent(by, opponent uint32) (least uint32, twice bool) {
	least = lower + 1
	for ; by != 0; by &= by - 1 {
		switch image := r.image(bits.TrailingZeros32(by), opponent); {
		case image < least:
			least, twice = image, false
		case image == least:
			twice = true
		}
	}
	return least, twice
}

// isTwinned reports whether several symmetries map a set to its class.
func (r *ranking) isTwinned(set uint32) bool { return r.twinned[set/64]>>(set%64)&1 != 0 }

// symmetric reports whether a position is its own twin.
func (r *ranking) symmetric(key uint32) bool {
	if !r.isTwinned(key >> half) {
		return false
	}
	_, symmetric := r.leastOpponent(r.forms[key>>half].by(), key&lower)
	return symmetric
}
