package rpsw

import "math/bits"

// AppendPredecessors implements [engine.Unmover]: what the opponent can have moved
// last, without a capture. The board is turned as for the next mover, since who
// moved last sees it so too.
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	w.at.seek(i)
	w.frame.turn(&w.at)
	return w.appendBefore(dst, &[kinds]uint64{}, 1<<kinds-1)
}

// AppendOpenPredecessors implements [engine.OpenUnmover]. A piece that could win at once
// where it stands must be the one that moved: with two of them there is nothing to append.
func (w *scratch) AppendOpenPredecessors(dst []uint64, i uint64) []uint64 {
	k, f := &w.at, &w.frame
	k.seek(i)
	f.turn(k)
	from := w.back.squares(f, k)
	var winning uint8
	for p := range k.n {
		winning |= uint8(from[p&3]>>(f.waiting[p&3]&63)&1) << p
	}
	switch {
	case winning == 0:
		return w.appendBefore(dst, from, 1<<kinds-1)
	case winning&(winning-1) == 0:
		return w.appendBefore(dst, from, winning)
	}
	return dst
}

// winning knows, for an own placement, the squares from which an opposing piece wins at
// once.
type winning struct {
	block uint64 // one more than the first index of the placement
	from  [2][kinds]uint64
}

// squares returns them by opposing piece, on the board as it is turned.
func (s *winning) squares(f *frame, k *cursor) *[kinds]uint64 {
	if s.block != k.block+1 {
		s.block = k.block + 1
		for way := range s.from {
			s.from[way] = f.winningFrom(k, way)
		}
	}
	return &s.from[f.way&1]
}

// winningFrom finds them for a way to turn the board: those next to an end of a move that
// wins.
func (f *frame) winningFrom(k *cursor, way int) (from [kinds]uint64) {
	b := f.v.board
	var at [kinds]uint64 // own pieces by kind
	var own uint64
	for p := range k.m {
		at[k.ownKinds[p]] = 1 << b.turns[way][k.own[p]]
		own |= at[k.ownKinds[p]]
	}
	captureEnds := b.lastRow
	if k.m == 1 {
		captureEnds = b.all
	}
	for p := range k.n {
		prey := takes[k.oppKinds[p]]
		ends := b.lastRow&^own | (at[prey[0]]|at[prey[1]])&captureEnds
		for ; ends != 0; ends &= ends - 1 {
			from[p] |= b.king[bits.TrailingZeros64(ends)]
		}
	}
	return from
}

// appendBefore appends the indices of the placements before a move of one of some
// pieces, those where it came from some squares excepted.
func (w *scratch) appendBefore(dst []uint64, except *[kinds]uint64, moved uint8) []uint64 {
	k, f, b := &w.at, &w.frame, w.board
	m := w.matterOf[k.oppPieces][k.ownPieces]
	open := b.ownRows &^ (f.waiting.squares(m.m) | f.moving.squares(m.n))
	if b.middle != 0 {
		if k.symmetric { // of mirrored moves those to the left
			open &= b.left | b.middle
		}
		for p := range m.m {
			if moved>>p&1 != 0 {
				dst = w.appendFrom(dst, m, p, b.king[f.waiting[p&3]&63]&open&^except[p&3])
			}
		}
		return dst
	}

	// The first own piece is on the left, so that the placement is stored as it is and
	// so are those where it stays on the left. Where it moves to the right the twin is.
	var here, twin placement
	here.set(b, m, &f.waiting, &f.moving)
	for p := range m.m {
		if moved>>p&1 == 0 {
			continue
		}
		from := b.king[f.waiting[p&3]&63] & open &^ except[p&3]
		if p > 0 {
			dst = here.appendFrom(dst, b, p, from)
			continue
		}
		dst = here.appendFrom(dst, b, p, from&b.left)
		if from &^= b.left; from != 0 {
			own, opp := b.mirrorAll(f.waiting), b.mirrorAll(f.moving)
			twin.set(b, m, &own, &opp)
			dst = twin.appendFrom(dst, b, p, b.mirrorSet(from))
		}
	}
	return dst
}

// appendFrom appends the indices of the placements with own piece p on one of some
// squares.
func (w *scratch) appendFrom(dst []uint64, m *matter, p int, squares uint64) []uint64 {
	for ; squares != 0; squares &= squares - 1 {
		was := w.frame.waiting
		was[p&3] = uint8(bits.TrailingZeros64(squares))
		dst = append(dst, w.rank(m, was, w.frame.moving))
	}
	return dst
}

// placement is where the pieces of both sides stand, on a board without a middle
// column, made ready to move one own piece. Sets of pieces have own ones in bits 0 to
// 3 and opposing ones in bits 4 to 7.
type placement struct {
	*matter
	squares uint64            // by piece, a byte each
	digits  [2 * kinds]uint64 // by piece: how many squares open to it are free of those before it, and lower
	onRow1  uint8             // own pieces
}

// set makes p the placement. It need not be the one of two twins that is stored: the
// digit of the first piece is of no use then.
func (p *placement) set(b *board, m *matter, own, opp *lineup) {
	*p = placement{matter: m}
	for n := range m.m {
		square := own[n&3] & 63
		p.squares |= uint64(square) << (8 * n)
		p.onRow1 |= uint8(b.row1>>square&1) << n
	}
	f := m.form(0, int(p.onRow1))
	var occupied uint64
	for n := range m.m {
		bit := uint64(1) << (own[n&3] & 63)
		p.digits[n&3] = uint64(bits.OnesCount64(f.own[n&3].region &^ occupied & (bit - 1)))
		occupied |= bit
	}
	for n := range m.n {
		bit := uint64(1) << (opp[n&3] & 63)
		p.squares |= uint64(opp[n&3]) << (8*n + 32)
		p.digits[n&3+4] = uint64(bits.OnesCount64(f.opp[n&3].region &^ occupied & (bit - 1)))
		occupied |= bit
	}
}

// above returns the pieces that stand above a square: the high bit of each byte says
// so of one after a subtraction, and a multiplication brings these bits together.
func (p *placement) above(square uint64) uint8 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	flags := (p.squares | highs) - (square+1)*ones
	return uint8((flags & highs >> 7) * 0x0102040810204080 >> 56)
}

// counting returns the pieces whose digits count an own piece n, where that is lower:
// those after it that can stand in the same rows. Own pieces on row 1 and the other own
// ones keep out of each other's way, and no opposing piece is on row 1.
func (p *placement) counting(n int, onRow1 bool) uint8 {
	later := uint8(0xfe) << n
	if onRow1 {
		return later & p.onRow1
	}
	return later &^ p.onRow1
}

// appendFrom appends the indices of the placements with own piece n on one of some
// squares.
func (p *placement) appendFrom(dst []uint64, b *board, n int, squares uint64) []uint64 {
	bit := uint8(1) << n
	passed := p.above(p.squares>>(8*n)&63) & p.counting(n, p.onRow1&bit != 0)
	var before uint64
	for q := range n {
		before |= 1 << (p.squares >> (8 * q) & 63)
	}
	if row1 := squares & b.row1; row1 != 0 {
		dst = p.appendIndices(dst, n, row1, p.onRow1|bit, passed, p.counting(n, true), before)
		squares &^= row1
	}
	if squares != 0 {
		dst = p.appendIndices(dst, n, squares, p.onRow1&^bit, passed, p.counting(n, false), before)
	}
	return dst
}

// appendIndices is appendFrom for squares that are all on row 1 or all off it, so that
// all placements have one form. The digits of the pieces passed rise when piece n
// leaves its square, those of the pieces that count it fall when it comes below them.
func (p *placement) appendIndices(dst []uint64, n int, squares uint64, onRow1, passed, counting uint8, before uint64) []uint64 {
	f := p.form(0, int(onRow1))
	base := p.first + f.first + f.units(passed)
	for q := range kinds {
		base += p.digits[q]*f.own[q].unit + p.digits[q+4]*f.opp[q].unit
	}
	region, unit := f.own[n&3].region&^before, f.own[n&3].unit
	base -= p.digits[n&3] * unit
	for ; squares != 0; squares &= squares - 1 {
		lower := squares&-squares - 1
		square := uint64(bits.TrailingZeros64(squares))
		index := base + uint64(bits.OnesCount64(region&lower))*unit - f.units(p.above(square)&counting)
		dst = append(dst, index)
	}
	return dst
}
