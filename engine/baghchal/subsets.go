package baghchal

import (
	"math/bits"
	"sort"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

// subsets ranks the sets of points without a tiger, among those with as many members, in ascending
// order as numbers. A row has the sets with the same upper half.
type subsets struct {
	free, low int        // points, and those of the lower half
	rows      [][]uint32 // by number of members: by upper half, the rank of the first set of its row; then the number of sets
	ranks     []uint16   // by lower half: its rank in a row
	halves    [][]uint16 // by number of members: the lower halves, in order
	larger    [][]uint16 // by number of members: for each lower half, in order, the ranks of those with one member more
	places    []uint64   // by number of members: the number of sets with fewer
}

func newSubsets(free int) *subsets {
	s := &subsets{free: free, low: (free + 1) / 2}
	s.halves, s.ranks = make([][]uint16, s.low+1), make([]uint16, 1<<s.low)
	for half := range s.ranks {
		list := &s.halves[bits.OnesCount(uint(half))]
		s.ranks[half] = uint16(len(*list))
		*list = append(*list, uint16(half))
	}
	s.larger = make([][]uint16, s.low+1)
	for members, halves := range s.halves {
		for _, half := range halves {
			for bit := uint16(1); bit < 1<<s.low; bit <<= 1 {
				if half&bit == 0 {
					s.larger[members] = append(s.larger[members], s.ranks[half|bit])
				}
			}
		}
	}
	before := uint64(0)
	for members := range free + 1 {
		rows := []uint32{0}
		for upper := range 1 << (free - s.low) {
			rows = append(rows, rows[upper]+uint32(len(s.row(members, upper))))
		}
		s.rows, s.places = append(s.rows, rows), append(s.places, before)
		before += placement.Choose(free, members)
	}
	return s
}

// row returns the lower halves of the sets of a row.
func (s *subsets) row(members, upper int) []uint16 {
	if lower := members - bits.OnesCount(uint(upper)); lower >= 0 && lower <= s.low {
		return s.halves[lower]
	}
	return nil
}

// rank returns the rank of a set.
func (s *subsets) rank(set uint32, members int) uint32 {
	return s.rows[members][set>>s.low] + uint32(s.ranks[set&(1<<s.low-1)])
}

// unrank is the inverse of rank.
func (s *subsets) unrank(rank uint32, members int) uint32 {
	rows := s.rows[members]
	upper := sort.Search(len(rows), func(n int) bool { return rows[n] > rank }) - 1
	return uint32(upper)<<s.low | uint32(s.row(members, upper)[rank-rows[upper]])
}

// image is what a map of the points makes of the halves of a set.
type image struct{ lower, upper []uint32 }

// newImage returns the action of a symmetry that leaves the tigers where they are.
func (n *numbering) newImage(tigers uint32, symmetry int) image {
	m := n.emptyImage()
	n.fill(&m, tigers, symmetry, tigers, 0)
	return m
}

func (s *subsets) emptyImage() image {
	return image{make([]uint32, 1<<s.low), make([]uint32, 1<<(s.free-s.low))}
}

// fill makes m the action of a symmetry. It leads from sets of the points besides some tigers to
// sets of the points besides the tigers to, and leaves out points of without and those that become points of tigers.
func (n *numbering) fill(m *image, from uint32, symmetry int, to, without uint32) {
	at := 0
	for p := range n.points {
		if from>>p&1 != 0 {
			continue
		}
		half, bit := m.lower, at
		if at >= n.low {
			half, bit = m.upper, at-n.low
		}
		half[1<<bit] = 0
		if without>>p&1 == 0 {
			half[1<<bit] = multiset.Squeeze(1<<n.Turn(symmetry, p)&^to, to)
		}
		at++
	}
	for _, half := range [][]uint32{m.lower, m.upper} {
		for set := range half {
			half[set] = half[set&(set-1)] | half[set&-set]
		}
	}
}

// apply returns the image of a set.
func (s *subsets) apply(m *image, set uint32) uint32 {
	return m.lower[set&(1<<s.low-1)] | m.upper[set>>s.low]
}
