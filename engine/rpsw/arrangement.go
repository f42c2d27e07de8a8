package rpsw

import (
	"math/bits"
	"sort"
)

// arrangement holds the squares of both sides' pieces. It gives the indices after moves of one
// piece, as long as the same piece decides which twin is stored. Own pieces are numbered from 0,
// opposing ones from [kinds]; a set of pieces has bit n for piece n.
type arrangement struct {
	*matter
	form    *form
	index   uint64
	decider int               // the own piece that decides which twin is stored
	onRow1  uint8             // own pieces
	squares uint64            // by piece, a byte each
	digits  [2 * kinds]uint64 // by piece: lower squares open to it that are free of earlier pieces
	before  [2 * kinds]uint64 // by piece: the squares of earlier pieces
}

// set makes p the arrangement of the pieces. If the deciding piece is not on the left, its digit
// and the index are meaningless.
func (p *arrangement) set(b *board, m *matter, decider int, own, opp *lineup) {
	var onRow1 uint8
	for n := range m.m {
		onRow1 |= uint8(b.row1>>(own[n&3]&63)&1) << n
	}
	f := m.formOf(decider, int(onRow1))
	index := m.first + f.first
	var squares, occupied uint64
	for n := range m.m {
		square, d := uint64(own[n&3]&63), &f.own[n&3]
		digit := uint64(bits.OnesCount64(d.region &^ occupied & (1<<square - 1)))
		p.before[n&3], p.digits[n&3] = occupied, digit
		index += digit * d.unit
		squares |= square << (8 * n & 31)
		occupied |= 1 << square
	}
	for n := range m.n {
		square, d := uint64(opp[n&3]&63), &f.opp[n&3]
		digit := uint64(bits.OnesCount64(d.region &^ occupied & (1<<square - 1)))
		p.before[n&3+kinds], p.digits[n&3+kinds] = occupied, digit
		index += digit * d.unit
		squares |= square << 32 << (8 * n & 31)
		occupied |= 1 << square
	}
	p.matter, p.form, p.index, p.decider, p.onRow1, p.squares = m, f, index, decider, onRow1, squares
}

// above returns the pieces that stand above a square. A subtraction sets the high bit of each such
// piece's byte, and a multiplication gathers these bits.
func (p *arrangement) above(square uint64) uint8 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	flags := (p.squares | highs) - (square+1)*ones
	return uint8((flags & highs >> 7) * 0x0102040810204080 >> 56)
}

// counting returns the pieces whose digits count own piece n if it stands lower: the later pieces
// that can stand in the same rows. Own pieces on row 1 and own pieces elsewhere never compete for a
// square, and no opposing piece is on row 1.
func (p *arrangement) counting(n int, onRow1 bool) uint8 {
	later := uint8(0xfe) << n
	if onRow1 {
		return later & p.onRow1
	}
	return later &^ p.onRow1
}

// appendOwn appends the indices of the placements with own piece n on each of the given squares.
func (p *arrangement) appendOwn(dst []uint64, b *board, n int, squares uint64) []uint64 {
	bit := uint8(1) << n
	square := p.squares >> (8 * n) & 63
	stood := p.counting(n, p.onRow1&bit != 0)
	for _, onRow1 := range [2]bool{false, true} {
		to, row1 := squares&^b.row1, p.onRow1&^bit
		if onRow1 {
			to, row1 = squares&b.row1, p.onRow1|bit
		}
		if to == 0 {
			continue
		}
		f := p.form
		base := p.index - p.digits[n&7]*f.own[n&3].unit
		if row1 != p.onRow1 {
			f = p.formOf(p.decider, int(row1))
			base = p.first + f.first - p.digits[n&7]*f.own[n&3].unit
			for q := range p.m {
				base += p.digits[q&3] * f.own[q&3].unit
			}
			for q := range p.n {
				base += p.digits[q&3+kinds] * f.opp[q&3].unit
			}
		}
		base += f.units(p.above(square) & stood)
		dst = p.appendIndices(dst, f, base, &f.own[n&3], n, to, p.counting(n, onRow1))
	}
	return dst
}

// appendOpp appends the indices of the placements with opposing piece n on each of the given
// squares.
func (p *arrangement) appendOpp(dst []uint64, n int, squares uint64) []uint64 {
	piece := n + kinds
	counting := uint8(0xfe) << piece
	base := p.index - p.digits[piece&7]*p.form.opp[n&3].unit + p.form.units(p.above(p.squares>>(8*piece)&63)&counting)
	return p.appendIndices(dst, p.form, base, &p.form.opp[n&3], piece, squares, counting)
}

// appendIndices appends the indices of the placements of a form with a piece on each of the given
// squares. base is the index that the other pieces give without this one. A piece that counts this
// one has its digit reduced by one wherever this piece stands below it.
func (p *arrangement) appendIndices(dst []uint64, f *form, base uint64, d *digit, piece int, squares uint64, counting uint8) []uint64 {
	region, unit := d.region&^p.before[piece&7], d.unit
	for ; squares != 0; squares &= squares - 1 {
		lower := squares&-squares - 1
		square := uint64(bits.TrailingZeros64(squares))
		dst = append(dst, base+uint64(bits.OnesCount64(region&lower))*unit-f.units(p.above(square)&counting))
	}
	return dst
}

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
