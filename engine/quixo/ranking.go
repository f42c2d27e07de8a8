package quixo

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/placement"
)

// ranking numbers the reachable positions by slice, and within a slice by canonical key. These are
// the indices that discovery gives, but no keys are stored.
//
// A canonical key has a place. The mover's marks form a class, the least of their symmetric images.
// The opponent's marks are a set of the other cells. A class and a number of opponent's marks form
// a block, with one place for each such set. Some places are not positions. They are unreachable,
// or twins of another place if the mover's marks are symmetric themselves. Each place has a bit.
// The index of a position is the number of bits set before its own. Size 4 has 5,789,188 places,
// and all tables take 4 MB.
type ranking struct {
	*rules
	classOf [1 << half]uint32 // by set of the mover's marks: number of the class<<8 | symmetries that map the set to it
	classes []class
	starts  []uint32 // first places of blocks, by the number of the opponent's marks, then by class
	blocks  []block  // in the order of places, with a sentinel at the end
	slices  []rankedSlice

	// Each word covers 32 places. The lower half holds their bits, the upper half the index of the
	// first position. A sentinel word ends the list.
	words []uint64

	// The opponent's marks have a rank among the sets of the same size. The rank compares cells 8
	// to 15 first, then cells 0 to 7. Both parts are squeezed: the mover's cells are left out. Two
	// sets of 8 cells, the mover's and the opponent's, have the code 2·ternary + ternary. For 16
	// cells, a word has the code of cells 8 to 15 in its upper half, the other in its lower half.
	ternary  [256]uint32                // the bits of a set as digits of base 3
	codes    [symmetries][2][256]uint32 // by symmetry, and cells 0 to 7 or 8 to 15 of a set: ternary of their image
	squeezed [codes]uint8
	lowRank  [codes]uint8             // by code: number of lesser squeezed sets of the same size
	highRank [half + 1][9][256]uint16 // by number of marks, free cells among 0 to 7, and squeezed set of cells 8 to 15: number of sets with a lesser set there
	spread   [1 << half]uint8         // by cells<<8 | squeezed: the set of these cells
	sets     [half + 1][]uint16       // by number of cells, ascending
	lined    [1 << half / 64]uint64   // a bit for each set that has a full line
	twinned  [1 << half / 64]uint64   // a bit for each set that several symmetries map to its class
}

const codes = 1 << 13 // at least 3^8

// class is a set of the mover's marks that is the least of its images.
type class struct {
	code uint32 // twice its ternary
	set  uint16
	free uint16 // how many of the cells 0 to 7 are not in it
}

// block describes the places with the same class and the same number of the opponent's marks.
type block struct {
	first    uint32
	class    uint16 // the set
	opponent uint8  // marks
}

// rankedSlice is the positions of a slice.
type rankedSlice struct {
	number        int    // see KeySlice
	block, blocks int    // its first block, and the end of its blocks
	first, last   uint32 // its first place, a multiple of 32, and the end of its places
	index, size   uint64
	targets       []int // the slices that moves lead to, itself included
}

const wordPlaces = 32

// newRanking finds and numbers all reachable positions.
func newRanking(rules *rules) *ranking {
	r := &ranking{rules: rules}
	r.makeHalves()
	for set := range 1 << r.cells {
		list := &r.sets[bits.OnesCount(uint(set))]
		*list = append(*list, uint16(set))
	}
	r.makeClasses()
	r.makeBlocks()
	r.findReachable()
	r.count()
	return r
}

// makeHalves makes the tables for sets of 8 cells.
func (r *ranking) makeHalves() {
	for set := range 256 {
		power := uint32(1)
		for cell := range 8 {
			if set>>cell&1 != 0 {
				r.ternary[set] += power
			}
			power *= 3
		}
	}
	for own := range 256 {
		free := 255 &^ own
		var ranks [9]uint8
		for squeezed := range 1 << bits.OnesCount(uint(free)) {
			set := 0
			for rest, bit := free, squeezed; rest != 0; rest, bit = rest&(rest-1), bit>>1 {
				if bit&1 != 0 {
					set |= rest & -rest
				}
			}
			r.spread[free<<8|squeezed] = uint8(set)
			code := 2*r.ternary[own] + r.ternary[set]
			r.squeezed[code] = uint8(squeezed)
			n := bits.OnesCount(uint(squeezed))
			r.lowRank[code] = ranks[n]
			ranks[n]++
		}
	}
	for s := range r.codes {
		for set := range 256 {
			r.codes[s][0][set] = r.code(r.image(s, uint32(set)))
			r.codes[s][1][set] = r.code(r.image(s, uint32(set)<<8))
		}
	}
	for marks := range r.highRank {
		for free := range r.highRank[marks] {
			sum := uint32(0)
			for high := range 256 {
				r.highRank[marks][free][high] = uint16(sum)
				if low := marks - bits.OnesCount(uint(high)); low >= 0 {
					sum += uint32(placement.Choose(free, low))
				}
			}
		}
	}
}

// code returns the ternary of both parts of a set.
func (r *ranking) code(set uint32) uint32 { return r.ternary[set&255] | r.ternary[set>>8]<<half }

// makeClasses makes the classes, ordered by number of cells, then by set.
func (r *ranking) makeClasses() {
	var numbers [1 << half]uint32
	for _, list := range r.sets {
		for _, set := range list {
			if r.forms[set].least() == uint32(set) {
				numbers[set] = uint32(len(r.classes))
				r.classes = append(r.classes, class{2 * r.code(uint32(set)), set, 8 - uint16(bits.OnesCount16(set&255))})
			}
		}
	}
	for set, f := range r.forms[:1<<r.cells] {
		r.classOf[set] = numbers[f.least()]<<symmetries | f.by()
		if f&hasLine != 0 {
			r.lined[set/64] |= 1 << (set % 64)
		}
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
			next = (next + wordPlaces - 1) &^ (wordPlaces - 1)
			var list []int // classes
			for n, c := range r.classes {
				if own := bits.OnesCount16(c.set); own == more || own == marks-more {
					list = append(list, n)
				}
			}
			slices.SortFunc(list, func(a, b int) int { return cmp.Compare(r.classes[a].set, r.classes[b].set) })
			s := rankedSlice{number: marks<<5 | more, block: len(r.blocks), first: next}
			for _, n := range list {
				set := r.classes[n].set
				own := bits.OnesCount16(set)
				r.starts[(marks-own)*len(r.classes)+n] = next
				r.blocks = append(r.blocks, block{next, set, uint8(marks - own)})
				next += uint32(placement.Choose(r.cells-own, marks-own))
			}
			s.blocks, s.last = len(r.blocks), next
			r.slices = append(r.slices, s)
		}
	}
	r.blocks = append(r.blocks, block{first: next})
	r.words = make([]uint64, (next+wordPlaces-1)/wordPlaces+1)
}

// count numbers the positions and drops slices without any.
func (r *ranking) count() {
	index := uint64(0)
	kept := r.slices[:0]
	for _, s := range r.slices {
		s.index = index
		for w := s.first / wordPlaces; w*wordPlaces < s.last; w++ {
			n := bits.OnesCount64(r.words[w])
			r.words[w] |= index << wordPlaces
			index += uint64(n)
		}
		if s.size = index - s.index; s.size > 0 {
			kept = append(kept, s)
		}
	}
	r.words[len(r.words)-1] = index << wordPlaces
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

// place returns the place of the canonical form of a key with that number of opponent's marks, and
// whether the position is its own twin.
func (r *ranking) place(key uint32, marks int) (place uint32, symmetric bool) {
	form := r.classOf[key>>half]
	by, opponent := form&(1<<symmetries-1), key&lower
	s := bits.TrailingZeros32(by) & (symmetries - 1)
	if by&(by-1) != 0 {
		opponent, symmetric = r.leastOpponent(by, opponent)
		s = 0
	}
	n := form >> symmetries
	c := &r.classes[n]
	code := c.code + r.codes[s][0][opponent&255] + r.codes[s][1][opponent>>8]
	rank := uint32(r.highRank[marks][c.free][r.squeezed[code>>half%codes]]) + uint32(r.lowRank[code%codes])
	return r.starts[marks*len(r.classes)+int(n)] + rank, symmetric
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
	_, symmetric := r.leastOpponent(r.classOf[key>>half]&(1<<symmetries-1), key&lower)
	return symmetric
}

// finished reports whether the game is over at a key.
func (r *ranking) finished(key uint32) bool {
	own, opponent := key>>half, key&lower
	return (r.lined[own/64]>>(own%64)|r.lined[opponent/64]>>(opponent%64))&1 != 0
}

// has reports whether a place is a position.
func (r *ranking) has(place uint32) bool {
	return r.words[place/wordPlaces]>>(place%wordPlaces)&1 != 0
}

// index returns the index of the position at a place, or of the next position if there is none.
func (r *ranking) index(place uint32) uint64 {
	word := r.words[place/wordPlaces]
	return word>>wordPlaces + uint64(bits.OnesCount32(uint32(word)&(1<<(place%wordPlaces)-1)))
}
