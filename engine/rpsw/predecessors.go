package rpsw

import "math/bits"

// AppendPredecessors implements [engine.Unmover]: what the opponent can have moved
// last, without a capture. The board is turned as for the next mover, since who
// moved last sees it so too.
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	k := &w.at
	k.seek(i)
	w.frame.turn(k)
	b := w.board
	m := w.matterOf[k.oppPieces][k.ownPieces]
	movers, others := w.frame.waiting, w.frame.moving
	moverSet := movers.squares(m.m)
	open := b.ownRows &^ (moverSet | others.squares(m.n))
	if b.middle != 0 {
		if k.symmetric { // of mirrored moves those to the left
			open &= b.left | b.middle
		}
		for p := range m.m {
			dst = w.appendFrom(dst, m, &movers, &others, p, b.king[movers[p&3]&63]&open)
		}
		return dst
	}

	// Pieces that stay on row 1 or off it, the first one on the left half besides,
	// leave the form as it is.
	form, index := w.rankStored(m, 0, &movers, &others)
	var slides [2 * kinds]slide // opposing pieces come after own ones
	var before uint64
	for p := range m.m {
		s := &slides[p&3]
		s.square = int64(movers[p&3] & 63)
		s.region, s.unit = form.own[p&3].region&^before, form.own[p&3].unit
		before |= 1 << s.square
	}
	for p := range m.n {
		slides[(m.m+p)&7].square = int64(others[p&3])
		slides[(m.m+p)&7].unit = form.opp[p&3].unit
	}
	for p := range m.m {
		s, later := &slides[p&3], slides[p+1:m.m+m.n]
		s.base = index - s.part(1<<(s.square&63)) + passed(s.square, later)
		from := b.king[s.square&63] & open
		same := from & form.own[p&3].region
		dst = s.appendIndices(dst, same, later)
		dst = w.appendFrom(dst, m, &movers, &others, p, from&^same)
	}
	return dst
}

// appendFrom appends the indices of the placements with own piece p on one of some
// squares.
func (w *scratch) appendFrom(dst []uint64, m *matter, own, opp *lineup, p int, squares uint64) []uint64 {
	for ; squares != 0; squares &= squares - 1 {
		was := *own
		was[p&3] = uint8(bits.TrailingZeros64(squares))
		dst = append(dst, w.rank(m, was, *opp))
	}
	return dst
}
