package morris

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// tables map arrangements to ranks, and ranks to arrangements, without counting. They are made once
// for a ranking and are immutable after that.
type tables struct {
	*board
	least   []uint32               // by set: the number of its least image in the list of orbits, a symmetry that gives it, and isSpecial
	subsets [mostHalf + 1][]uint32 // by number of members, in ascending order

	// packed[mask][set] drops the bits outside mask from set, and closes the gaps. spaced is the
	// inverse.
	packed, spaced [1 << ringPoints][1 << ringPoints]uint8
	// below holds the parts of the rank of a set, one for each ring. The rank is the number of
	// lesser sets of the same size. The table is indexed by ring, by the number of members in
	// earlier rings, and by the members in the ring.
	below [maxPoints / ringPoints][maxPoints + 1][1 << ringPoints]uint32
}

const (
	placeBits = 20
	placeMask = 1<<placeBits - 1
	isSpecial = 1 << (placeBits + 4) // some symmetry leaves the set unchanged
)

// newTables makes the tables for the arrangements of some fields.
func newTables(k *ranking, fields []*field) *tables {
	t := &tables{board: k.board, least: make([]uint32, k.all+1)}
	t.makeParts()
	var orbitsOf [mostHalf + 1]*orbits
	for _, f := range fields {
		f.ready()
		orbitsOf[f.own] = f.orbits
		t.addSubsets(f.opponent, f.each)
	}
	for _, o := range orbitsOf {
		if o != nil { // all images of the sets of orbits
			for n, list := range [...][]uint32{o.plain, o.special} {
				for place, set := range list {
					for s := range k.symmetries {
						t.least[k.image(k.inverse(s), set)] = uint32(place) | uint32(s)<<placeBits | uint32(n*isSpecial)
					}
				}
			}
		}
	}
	return t
}

// makeParts makes the tables of single rings.
func (t *tables) makeParts() {
	for mask := range 1 << ringPoints {
		for set := range 1 << ringPoints {
			if set&^mask != 0 {
				continue
			}
			packed := multiset.Pack(mask, set)
			t.packed[mask][set] = uint8(packed)
			t.spaced[mask][packed] = uint8(set)
		}
	}
	for part := range t.below {
		for before := range part*ringPoints + 1 {
			for set := range 1 << ringPoints {
				members := before
				for rest := uint(set); rest != 0; rest &= rest - 1 {
					members++
					t.below[part][before][set] += uint32(placement.Choose(part*ringPoints+bits.TrailingZeros(rest), members))
				}
			}
		}
	}
}

// inverse returns the inverse of symmetry s. Two turns by 90° are the inverse of two; a reflection,
// with the turn that follows it, is its own inverse.
func (b *board) inverse(s int) int {
	if s&4 != 0 {
		return s
	}
	return s&^3 | -s&3
}

// addSubsets extends the list of sets of the given size to at least the first n.
func (t *tables) addSubsets(members int, n uint64) {
	set := uint32(1)<<members - 1
	list := t.subsets[members]
	if len(list) > 0 {
		set = following(list[len(list)-1])
	}
	for ; uint64(len(list)) < n; set = following(set) {
		list = append(list, set)
	}
	t.subsets[members] = list
}

// window numbers the sets of points that some men leave free.
type window struct {
	*tables
	left [maxPoints / ringPoints]uint8 // by ring
	at   [maxPoints / ringPoints]uint8 // number of points left in earlier rings
}

// over makes w the window of the points in left.
func (w *window) over(left uint32) {
	w.left = [...]uint8{uint8(left), uint8(left >> 8), uint8(left >> 16)}
	w.at[1] = uint8(bits.OnesCount8(w.left[0]))
	w.at[2] = w.at[1] + uint8(bits.OnesCount8(w.left[1]))
}

// rank returns the rank of a set of free points among those of its size.
func (w *window) rank(set uint32) uint64 {
	packed := uint32(w.packed[w.left[0]][uint8(set)]) |
		uint32(w.packed[w.left[1]][uint8(set>>8)])<<(w.at[1]&31) |
		uint32(w.packed[w.left[2]][uint8(set>>16)])<<(w.at[2]&31)
	first, second := bits.OnesCount8(uint8(packed)), bits.OnesCount16(uint16(packed))
	return uint64(w.below[0][0][uint8(packed)] + w.below[1][first][uint8(packed>>8)] + w.below[2][second][uint8(packed>>16)])
}

// set returns the set of free points with the given numbers.
func (w *window) set(packed uint32) uint32 {
	return uint32(w.spaced[w.left[0]][packed&(1<<(w.at[1]&31)-1)]) |
		uint32(w.spaced[w.left[1]][packed>>(w.at[1]&31)&(1<<((w.at[2]-w.at[1])&31)-1)])<<8 |
		uint32(w.spaced[w.left[2]][uint8(packed>>(w.at[2]&31))])<<16
}
