package rpsw

import "math/bits"

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
