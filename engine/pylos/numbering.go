package pylos

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// class is a set of occupied places, which stands for those that turns and mirrors make of it.
type class struct {
	occupied uint32
	first    uint64 // the index of its first position
	height   int    // the sum of the levels of its spheres
	twins    uint8  // sets that it stands for
	fixed    uint8  // by bit: the symmetries that leave it as it is
}

// numbering numbers the positions. Those of a class have consecutive indices, ordered by the number of
// the mover's spheres, then by the places of these, as a number. The classes are ordered by their spheres, then by
// their heights. It is safe for concurrent use.
type numbering struct {
	*rules
	classes []class
	size    uint64
	sets    []entry // an open hash table of all sets of occupied places
	shift   int
	before  [most + 1][most + 2]uint64 // by spheres on the board and those of the mover: positions of the class with fewer of the mover's
	packed  []uint8                    // by the bytes of a mask and of a set: the bits of the set under the mask, side by side
	low     []uint32                   // the ranks of sets of 15 bits
	high    [16][]uint32               // by the members of the lower 15 bits: what the others add
}

// entry has a set of occupied places, and its class with the symmetry that leads to it.
type entry struct{ occupied, class uint32 }

const (
	halfBits = 15
	empty    = ^uint32(0)
)

func newNumbering(r *rules) *numbering {
	n := &numbering{rules: r, packed: make([]uint8, 1<<16)}
	for at := range n.packed {
		n.packed[at] = uint8(multiset.Pack(at>>8, at))
	}
	n.low = multiset.Ranks(halfBits, 0, 0)
	for below := range n.high {
		n.high[below] = multiset.Ranks(halfBits, halfBits, below)
	}
	for all := range n.before {
		for own := range n.before[all] {
			if own > 0 {
				n.before[all][own] = n.before[all][own-1]
				if own-1 <= r.spheres && all-(own-1) <= r.spheres && own-1 <= all {
					n.before[all][own] += placement.Choose(all, own-1)
				}
			}
		}
	}
	n.findClasses()
	return n
}

// findClasses lists the sets of places that the spheres of both players can occupy. The top stays empty.
func (n *numbering) findClasses() {
	found := []uint32{0}
	seen := map[uint32]bool{0: true}
	top := uint32(1) << (n.places - 1)
	for at := 0; at < len(found); at++ {
		if bits.OnesCount32(found[at]) == 2*n.spheres {
			continue
		}
		for to := n.open(found[at]) &^ top; to != 0; to &= to - 1 {
			if set := found[at] | to&-to; !seen[set] {
				seen[set] = true
				found = append(found, set)
			}
		}
	}
	for _, set := range found {
		c, least := class{occupied: set}, true
		for s := range uint8(8) {
			t := n.turn(s, set)
			least = least && set <= t
			if t == set {
				c.fixed |= 1 << s
			}
		}
		if !least {
			continue
		}
		c.twins = uint8(8 / bits.OnesCount8(c.fixed))
		for rest := set; rest != 0; rest &= rest - 1 {
			c.height += int(n.level[bits.TrailingZeros32(rest)])
		}
		n.classes = append(n.classes, c)
	}
	slices.SortFunc(n.classes, func(a, b class) int {
		return cmp.Or(cmp.Compare(bits.OnesCount32(a.occupied), bits.OnesCount32(b.occupied)), cmp.Compare(a.height, b.height), cmp.Compare(a.occupied, b.occupied))
	})
	n.shift = 32 - bits.Len(uint(2*len(found)))
	n.sets = make([]entry, 1<<(32-n.shift))
	for at := range n.sets {
		n.sets[at].class = empty
	}
	for at := range n.classes {
		c := &n.classes[at]
		c.first = n.size
		n.size += n.before[bits.OnesCount32(c.occupied)][most+1]
		for s := range uint8(8) {
			e := n.entryOf(n.turn(s, c.occupied))
			if e.class == empty {
				*e = entry{n.turn(s, c.occupied), uint32(at)<<3 | uint32(n.inverse(s))}
			}
		}
	}
}

func (n *numbering) inverse(s uint8) uint8 {
	return uint8(slices.Index(n.product[s][:], 0))
}

// entryOf returns the entry of a set, or the empty one where it belongs.
func (n *numbering) entryOf(occupied uint32) *entry {
	for at := int(occupied * 0x9e3779b1 >> n.shift); ; at = (at + 1) & (len(n.sets) - 1) {
		if e := &n.sets[at]; e.occupied == occupied || e.class == empty {
			return e
		}
	}
}

// find returns the class of a set of occupied places and the symmetry that leads to it. The set must be
// one that the rules allow.
func (n *numbering) find(occupied uint32) (c *class, s uint8) {
	e := n.entryOf(occupied)
	return &n.classes[e.class>>3], uint8(e.class & 7)
}

// index returns the index of a position.
func (n *numbering) index(own, other uint32) uint64 {
	c, s := n.find(own | other)
	return n.indexIn(c, n.turn(s, own))
}

// indexIn returns the index of a position of a class.
func (n *numbering) indexIn(c *class, own uint32) uint64 {
	set, at := uint32(0), 0
	for shift := 0; shift < 32; shift += 8 {
		mask := c.occupied >> shift & 255
		set |= uint32(n.packed[mask<<8|own>>shift&255]) << at
		at += bits.OnesCount32(mask)
	}
	lower := set & (1<<halfBits - 1)
	below := bits.OnesCount32(lower)
	return c.first + n.before[at][bits.OnesCount32(own)] + uint64(n.low[lower]+n.high[below][set>>halfBits])
}

// at returns the position of an index, its class, and the end of the run of positions with as many
// spheres of the mover.
func (n *numbering) at(i uint64) (own uint32, c *class, end uint64) {
	c = &n.classes[sort.Search(len(n.classes), func(k int) bool { return n.classes[k].first > i })-1]
	before := &n.before[bits.OnesCount32(c.occupied)]
	k := sort.Search(len(before), func(k int) bool { return c.first+before[k] > i }) - 1
	return uint32(placement.Unrank(i-c.first-before[k], k, uint64(c.occupied))), c, c.first + before[k+1]
}
