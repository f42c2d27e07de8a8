package rpsw

import (
	"math/bits"
	"sort"
)

// form is a part of the placements of given numbers of pieces. In a form the same own pieces stand
// on row 1, and the same piece decides which of two twins is stored: the first off the middle
// column.
type form struct {
	first uint64 // the lowest rank
	size  uint64
	block uint64 // number of placements with the same own pieces: their ranks are contiguous
	own   [kinds]digit
	opp   [kinds]digit

	// The sums of the units of each set of pieces, bit p for piece p.
	ownUnits, oppUnits [1 << kinds]uint64
}

// units returns the sum of the units of a set of pieces, own ones in the low bits.
func (f *form) units(pieces uint8) uint64 { return f.ownUnits[pieces&15] + f.oppUnits[pieces>>4] }

// digit is the contribution of a piece to the rank of a placement: unit times the number of lower
// squares of region that are free of the pieces before it.
type digit struct {
	region uint64
	unit   uint64
}

// shape ranks the placements of m own and n opposing pieces.
type shape struct {
	m, n int
	size uint64
	// forms groups the forms by deciding piece: own pieces first, then the opponent's, then the
	// forms with all pieces on the middle column. Within a group, bit p of the position tells
	// whether own piece p is on row 1.
	forms []form
}

func newShape(b *board, m, n int) *shape {
	s := &shape{m: m, n: n, forms: make([]form, (m+n+1)<<m)}
	for decider := range m + n + 1 {
		columns := func(piece int) uint64 {
			switch {
			case piece < decider:
				return b.middle
			case piece == decider:
				return b.left
			}
			return b.all
		}
		for onRow1 := range 1 << m {
			f := &s.forms[decider<<m|onRow1]
			var radix [2 * kinds]uint64
			var regions []uint64 // of the earlier pieces
			for piece := range m + n {
				region := columns(piece)
				switch {
				case piece >= m:
					region &= b.oppRows
				case onRow1>>piece&1 != 0:
					region &= b.row1
				default:
					region &= b.ownRows &^ b.row1
				}
				// An earlier piece stands either always in the region or never.
				free := bits.OnesCount64(region)
				for _, r := range regions {
					if r&region != 0 {
						free--
					}
				}
				radix[piece] = uint64(max(free, 0))
				regions = append(regions, region)
			}
			f.first, f.size = s.size, 1
			for piece := m + n - 1; piece >= 0; piece-- {
				if piece == m-1 {
					f.block = f.size
				}
				d := digit{regions[piece], f.size}
				if piece < m {
					f.own[piece] = d
				} else {
					f.opp[piece-m] = d
				}
				f.size *= radix[piece]
			}
			for set := range 1 << kinds {
				for piece := range kinds {
					if set>>piece&1 != 0 {
						f.ownUnits[set] += f.own[piece].unit
						f.oppUnits[set] += f.opp[piece].unit
					}
				}
			}
			s.size += f.size
		}
	}
	return s
}

// formOf returns the form of a placement.
func (s *shape) formOf(decider, onRow1 int) *form { return &s.forms[decider<<s.m|onRow1] }

// find returns the form of a rank below the size, and whether its placements are
// their own twins.
func (s *shape) find(rank uint64) (f *form, symmetric bool) {
	i := sort.Search(len(s.forms), func(i int) bool { return s.forms[i].first+s.forms[i].size > rank })
	return &s.forms[i], i >= (s.m+s.n)<<s.m
}
