package rpsw

import "math/bits"

// AppendPredecessors implements [fast.Unmover]: it takes back the opponent's quiet moves. The board
// is turned as for the next mover, because the player who moved last sees it that way.
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	w.at.seek(i)
	w.frame.turn(&w.at)
	return w.appendBefore(dst, &[kinds]uint64{}, 1<<kinds-1)
}

// AppendOpenPredecessors implements [fast.OpenUnmover]. A piece that could win at once from its
// square must be the one that moved. If there are two such pieces, it appends nothing.
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

// winning caches, for one own placement, the squares from which an opposing piece wins at once.
type winning struct {
	block uint64 // one more than the first index of the placement
	from  [2][kinds]uint64
}

// squares returns these squares by opposing piece, for the frame's way to turn the board.
func (s *winning) squares(f *frame, k *cursor) *[kinds]uint64 {
	if s.block != k.block+1 {
		s.block = k.block + 1
		for way := range s.from {
			s.from[way] = f.winningFrom(k, way)
		}
	}
	return &s.from[f.way&1]
}

// winningFrom finds these squares for one way to turn the board: the neighbors of the target of a
// winning move.
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

// appendBefore appends the indices of the placements before a move of one of the given pieces. It
// leaves out moves that came from the squares in except.
func (w *scratch) appendBefore(dst []uint64, except *[kinds]uint64, moved uint8) []uint64 {
	k, f, b := &w.at, &w.frame, w.board
	m := w.matterOf[k.oppPieces][k.ownPieces]
	open := b.ownRows &^ (f.waiting.squares(m.m) | f.moving.squares(m.n))
	if b.middle != 0 {
		if k.symmetric { // of two mirrored moves, the one to the left
			open &= b.left | b.middle
		}
		for p := range m.m {
			if moved>>p&1 != 0 {
				for squares := b.king[f.waiting[p&3]&63] & open &^ except[p&3]; squares != 0; squares &= squares - 1 {
					was := f.waiting
					was[p&3] = uint8(bits.TrailingZeros64(squares))
					dst = append(dst, w.rank(m, was, f.moving))
				}
			}
		}
		return dst
	}

	// The first own piece is on the left, so the placement is stored as it is. While that piece
	// stays on the left, so are the earlier placements. If it moves to the right, the twin is
	// stored.
	here, twin := &w.here, &w.twin
	here.set(b, m, 0, &f.waiting, &f.moving)
	for p := range m.m {
		if moved>>p&1 == 0 {
			continue
		}
		from := b.king[f.waiting[p&3]&63] & open &^ except[p&3]
		if p > 0 {
			dst = here.appendOwn(dst, b, p, from)
			continue
		}
		dst = here.appendOwn(dst, b, p, from&b.left)
		if from &^= b.left; from != 0 {
			own, opp := b.mirrorAll(f.waiting), b.mirrorAll(f.moving)
			twin.set(b, m, 0, &own, &opp)
			dst = twin.appendOwn(dst, b, p, b.mirrorSet(from))
		}
	}
	return dst
}
