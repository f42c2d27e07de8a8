package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// ranking numbers the reachable positions by slice, and within a slice by canonical key. These are
// the indices that discovery gives, but no keys are stored.
//
// A canonical key has a place. The mover's marks are the least set of a class. The opponent's marks
// are a set of the other cells. A class and a number of opponent's marks form a block, with one
// place for each such set. Some places are not positions. They are unreachable, or twins of another
// place if the mover's marks are symmetric themselves. Each place has a bit. The index of a position
// is the number of bits set before its own. Size 4 has 5,789,188 places, and all tables take 4 MB.
type ranking struct {
	*rules
	classOf *[1 << half]uint32 // of the rules
	starts  []uint32           // first places of blocks, by the number of the opponent's marks, then by class
	blocks  []block            // in the order of places, with a sentinel at the end
	slices  []rankedSlice

	// Each word covers 32 places. The lower half holds their bits, the upper half the index of the
	// first position. A sentinel word ends the list.
	words []uint64

	// The opponent's marks have a rank among the sets of the same size, without the mover's cells.
	// It compares cells 8 to 15 first, then cells 0 to 7. Two sets of 8 cells, the mover's and the
	// opponent's, have the code 2·ternary + ternary. For 16 cells, a word has the code of cells 8 to
	// 15 in its upper half, the other in its lower half.
	ternary  [256]uint32                // the bits of a set as digits of base 3
	codes    [symmetries][2][256]uint32 // by symmetry, and cells 0 to 7 or 8 to 15 of a set: ternary of their image
	leads    []lead                     // by class
	squeezed [codes]uint8               // by code: the opponent's cells, numbered without the mover's
	lowRank  [codes]uint8               // by code: number of lesser squeezed sets of the same size
	highRank [half + 1][9][256]uint16   // by number of marks, free cells among 0 to 7, and squeezed set of cells 8 to 15: number of sets with a lesser set there
	spread   [1 << half]uint8           // by the mover's cells<<8 | squeezed: the opponent's
	ranked   [half + 1][]uint16         // by number of cells: the squeezed sets by rank
	lined    flags                      // sets with a full line
	twinned  flags                      // sets that several symmetries map to the least of their class
}

const (
	half       = 16 // bits
	lower      = 1<<half - 1
	codes      = 1 << 13 // at least 3^8
	wordPlaces = 32
)

// lead describes the mover's marks of a class.
type lead struct {
	code uint32 // twice the ternary
	free uint32 // how many of the cells 0 to 7 are not in it
}

// flags has a bit for each set of cells.
type flags [1 << half / 64]uint64

func (f *flags) has(set uint64) bool { return f[set/64%uint64(len(f))]>>(set%64)&1 != 0 }

// block describes the places with the same class and the same number of the opponent's marks.
type block struct {
	first, class uint32 // the first place
	opponent     int    // marks
}

// rankedSlice is the positions of a slice. It implements [discover.KeySet].
type rankedSlice struct {
	*ranking
	number      int // see KeySlice
	index, size uint64
}

// newRanking finds and numbers all reachable positions.
func newRanking(rules *rules) *ranking {
	r := &ranking{rules: rules, classOf: (*[1 << half]uint32)(rules.of)}
	r.makeCodes()
	for set := range uint32(1) << r.cells {
		n := bits.OnesCount32(set)
		r.ranked[n] = append(r.ranked[n], uint16(set))
		if by := r.by(set); by&(by-1) != 0 {
			r.twinned[set/64] |= 1 << (set % 64)
		}
		if r.full(set) {
			r.lined[set/64] |= 1 << (set % 64)
		}
	}
	r.makeBlocks()
	return r
}

// makeCodes makes the tables for sets of 8 cells.
func (r *ranking) makeCodes() {
	for set := range uint32(256) {
		r.ternary[set] = 3*r.ternary[set/2] + set%2
	}
	for own := range uint32(256) {
		for set := range uint32(256) {
			if code := 2*r.ternary[own] + r.ternary[set]; own&set == 0 {
				r.squeezed[code] = uint8(multiset.Squeeze(set, own))
				r.spread[own<<8|uint32(r.squeezed[code])] = uint8(set)
				r.lowRank[code] = uint8(placement.Rank(uint64(set), 255&^uint64(own)))
			}
		}
	}
	for s := range r.codes {
		for set := range uint32(256) {
			r.codes[s][0][set], r.codes[s][1][set] = r.code(r.images[s].of(set)), r.code(r.images[s].of(set<<8))
		}
	}
	for _, set := range r.sets {
		r.leads = append(r.leads, lead{2 * r.code(set), uint32(bits.OnesCount8(^uint8(set)))})
	}
	for marks := range r.highRank {
		for free := range r.highRank[marks] {
			for high := range uint64(256) {
				if low := marks - bits.OnesCount64(high); low >= 0 && low <= free {
					r.highRank[marks][free][high] = uint16(placement.Rank(high<<free|(1<<low-1), lower))
				}
			}
		}
	}
}

// code returns the ternary of both parts of a set.
func (r *ranking) code(set uint32) uint32 { return r.ternary[set&255] | r.ternary[set>>8]<<half }

// makeBlocks assigns the blocks their places, and finds and numbers the positions, slice by slice.
func (r *ranking) makeBlocks() {
	r.words = make([]uint64, 0, 4<<r.cells)
	r.starts = make([]uint32, (r.cells+1)*len(r.sets))
	sets := slices.Sorted(slices.Values(r.sets))
	var open []openPlace
	index := uint64(0)
	for marks := range r.cells + 1 {
		for more := (marks + 1) / 2; more <= marks; more++ {
			blocks, next := len(r.blocks), uint32(wordPlaces*len(r.words))
			for _, set := range sets {
				class, own := r.of[set]>>symmetries, bits.OnesCount32(set)
				if own != more && own != marks-more {
					continue
				}
				r.starts[(marks-own)*len(r.sets)+int(class)] = next
				r.blocks = append(r.blocks, block{next, class, marks - own})
				next += uint32(placement.Choose(r.cells-own, marks-own))
			}
			words := len(r.words)
			r.words = append(r.words, make([]uint64, (next+wordPlaces-1)/wordPlaces-uint32(words))...)
			open = r.findReachable(open, r.blocks[blocks:], next)
			s := rankedSlice{ranking: r, number: marks<<5 | more, index: index}
			for w := range r.words[words:] {
				n := bits.OnesCount64(r.words[words+w])
				r.words[words+w] |= index << wordPlaces
				index += uint64(n)
			}
			if s.size = index - s.index; s.size > 0 {
				r.slices = append(r.slices, s)
			}
		}
	}
	r.blocks = append(r.blocks, block{first: wordPlaces * uint32(len(r.words))})
	r.words = append(r.words, index<<wordPlaces)
}

// openPlace is a place that is not yet known as reachable.
type openPlace struct {
	key   uint64 // canonical
	place uint32
}

// findReachable sets the bits of the reachable positions of a slice, whose places end at end. All
// pushes to them come from earlier slices and from each other. It uses the memory of open.
func (r *ranking) findReachable(open []openPlace, blocks []block, end uint32) []openPlace {
	for n, b := range slices.Backward(blocks) {
		for place := b.first; place < end; place++ {
			if key := r.keyAt(b, place); !r.twinned.has(key>>half) || r.Canonical(key) == key {
				open = append(open, openPlace{key, place})
			}
		}
		end = blocks[n].first
	}
	for first, before := true, -1; before != len(open); first = false {
		before = len(open)
		open = slices.DeleteFunc(open, func(o openPlace) bool {
			if o.key != 0 && !r.isReached(o.key, first) {
				return false
			}
			r.words[o.place/wordPlaces] |= 1 << (o.place % wordPlaces)
			return true
		})
	}
	return open[:0]
}

// isReached reports whether a push of an own cube, or of a neutral one if neutral is set, leads to
// key from a position already known as reachable.
func (r *ranking) isReached(key uint64, neutral bool) bool {
	known := func(key uint64) bool {
		place, _ := r.place(key)
		return r.has(place) && !r.finished(key)
	}
	pushes := r.pushes
	for last := r.ends.of(uint32(key & lower)); last != 0; last &= last - 1 {
		p := &pushes[bits.TrailingZeros64(last)&63]
		if before := p.unpush(key); neutral && known(before) || known(before|p.cube) {
			return true
		}
	}
	return false
}

// swap exchanges the halves of a key.
func swap(key uint64) uint64 { return key>>half | key&lower<<half }

// unpush returns the key from which a push of a neutral cube leads to key.
func (p *push) unpush(key uint64) uint64 {
	moved := key & p.clear &^ (p.mark | p.mark<<half)
	return swap(key&^p.clear | bits.RotateLeft64(moved, -p.turn))
}

// place returns the place of the canonical form of a key, and whether the position is its own twin.
func (r *ranking) place(key uint64) (place uint32, symmetric bool) {
	of, other := r.classOf[key>>half&lower], uint32(key&lower)
	marks, class, by := bits.OnesCount32(other), of>>symmetries, of&(1<<symmetries-1)
	s := bits.TrailingZeros32(by) & (symmetries - 1)
	if by&(by-1) != 0 {
		other, by = r.least(by, other)
		s, symmetric = 0, by&(by-1) != 0
	}
	lead := &r.leads[class]
	code := lead.code + r.codes[s][0][other&255] + r.codes[s][1][other>>8&255]
	rank := uint32(r.highRank[marks][lead.free][r.squeezed[code>>half%codes]]) + uint32(r.lowRank[code%codes])
	return r.starts[marks*len(r.leads)+int(class)] + rank, symmetric
}

// finished reports whether the game is over at a key.
func (r *ranking) finished(key uint64) bool { return r.lined.has(key>>half) || r.lined.has(key&lower) }

// has reports whether a place is a position.
func (r *ranking) has(place uint32) bool {
	return r.words[place/wordPlaces]>>(place%wordPlaces)&1 != 0
}

// index returns the index of the position at a place, or of the next position if there is none.
func (r *ranking) index(place uint32) uint64 {
	word := r.words[place/wordPlaces]
	return word>>wordPlaces + uint64(bits.OnesCount32(uint32(word)&(1<<(place%wordPlaces)-1)))
}

// keyAt returns the key of a place in a block.
func (r *ranking) keyAt(b block, place uint32) uint64 {
	own, squeezed := r.sets[b.class], uint32(r.ranked[b.opponent][place-b.first])
	free := r.leads[b.class].free & 31
	other := r.spread[own&255<<8|squeezed&(1<<free-1)]
	return uint64(own)<<half | uint64(r.spread[own>>8<<8|squeezed>>free])<<8 | uint64(other)
}
