package pushfight

import "math/bits"

// placement holds the cells of a player's pieces: own those of movers and pushers, pushers
// those of pushers alone.
type placement struct{ own, pushers uint64 }

// placer lists the distinct placements of one side's pieces after at most two moves of different
// pieces, in batches: the current placement alone, then those after one move, then those after two
// for each pair of pieces. It belongs to one goroutine.
//
// Turns give one placement if they leave movers and pushers on the same squares. Placements do not
// distinguish the order of the moves or pieces of the same kind. Reachability is symmetric, because
// the moves can be undone in reverse.
type placer struct {
	board               *Board
	own, pushers, other uint64
	stage               int
	first, second       uint64 // pending pairs: the lowest piece of first with each of second
	list                []placement
	relocate            [64]uint64 // by cell: the targets of its piece alone that are listed
	firstTo, secondTo   [64]uint64 // of the current pair, see mixed and alike
}

// start begins the placements of one side's pieces, own, among the other side's. pushers is the
// pushers among own.
func (g *placer) start(own, pushers, other uint64) {
	g.own, g.pushers, g.other, g.stage = own, pushers, other, 0
}

// next returns the next batch, or nil after the last. A batch is valid until the next call. Batches
// of pairs may be empty.
func (g *placer) next() []placement {
	g.list = g.list[:0]
	switch g.stage {
	case 0:
		g.list = append(g.list, placement{g.own, g.pushers})
		g.stage = 1
	case 1:
		g.one(g.own, g.pushers, g.other)
		g.first = g.own
		g.second = g.first & (g.first - 1)
		g.stage = 2
	default:
		if g.second == 0 {
			g.first &= g.first - 1
			if g.second = g.first & (g.first - 1); g.second == 0 {
				return nil
			}
		}
		g.pair(g.own, g.pushers, g.other, bits.TrailingZeros64(g.first), bits.TrailingZeros64(g.second))
		g.second &= g.second - 1
	}
	return g.list
}

// reach returns the empty cells that a piece on the cell c can move to.
func (b *Board) reach(c int, empty uint64) uint64 {
	return b.spread(1<<(c&63), empty) &^ (1 << (c & 63))
}

// all lists every placement at once. The list is valid until the next call.
func (g *placer) all(own, pushers, other uint64) []placement {
	g.list = append(g.list[:0], placement{own, pushers})
	g.one(own, pushers, other)
	for first := own; first != 0; first &= first - 1 {
		for second := first & (first - 1); second != 0; second &= second - 1 {
			g.pair(own, pushers, other, bits.TrailingZeros64(first), bits.TrailingZeros64(second))
		}
	}
	return g.list
}

// one appends the placements after exactly one move, and stores their targets in relocate for
// pair.
func (g *placer) one(own, pushers, other uint64) {
	empty := g.board.cells &^ (own | other)
	for rest := own; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros64(rest)
		g.relocate[a] = g.board.reach(a, empty)
		g.append(own, pushers, a, g.relocate[a])
	}
}

// append appends the placements with the piece on cell a put on each of targets.
func (g *placer) append(own, pushers uint64, a int, targets uint64) {
	bit := uint64(1) << (a & 63)
	own ^= bit
	if pushers&bit != 0 {
		pushers ^= bit
		for ; targets != 0; targets &= targets - 1 {
			t := targets & -targets
			g.list = append(g.list, placement{own | t, pushers | t})
		}
		return
	}
	for ; targets != 0; targets &= targets - 1 {
		g.list = append(g.list, placement{own | targets&-targets, pushers})
	}
}

// pair appends the placements that two moves of the pieces on cells a and b reach, except those
// of one move and of earlier pairs. The caller must have called one for the same position.
func (g *placer) pair(own, pushers, other uint64, a, b int) {
	if (pushers>>(a&63)^pushers>>(b&63))&1 == 0 {
		g.alike(own, pushers, other, a, b)
	} else {
		g.mixed(own, pushers, other, a, b)
	}
}

// mixed appends the placements after a move each of the mover and the pusher on
// cells a and b.
func (g *placer) mixed(own, pushers, other uint64, a, b int) {
	if pushers>>a&1 != 0 {
		a, b = b, a
	}
	board := g.board
	abit, bbit := uint64(1)<<(a&63), uint64(1)<<(b&63)
	empty := board.cells &^ (own | other)
	own ^= abit | bbit
	pushers ^= bbit
	// The mover first.
	firsts := board.reach(a, empty)
	for ts := firsts; ts != 0; ts &= ts - 1 {
		t := ts & -ts
		to := board.reach(b, empty^abit^t)
		g.firstTo[bits.TrailingZeros64(t)] = to
		for ; to != 0; to &= to - 1 {
			s := to & -to
			g.list = append(g.list, placement{own | t | s, pushers | s})
		}
	}
	// The pusher first: only the placements that the other order does not reach.
	for ss := board.reach(b, empty); ss != 0; ss &= ss - 1 {
		s := ss & -ss
		at := bits.TrailingZeros64(s)
		for to := board.reach(a, empty^bbit^s); to != 0; to &= to - 1 {
			t := to & -to
			if firsts&t != 0 && g.firstTo[bits.TrailingZeros64(t)]>>(at&63)&1 != 0 {
				continue
			}
			g.list = append(g.list, placement{own | t | s, pushers | s})
		}
	}
}

// alike appends the placements after a move each of the two movers, or pushers, on
// cells a and b. If one lands on the square that the other left, the result looks like one
// move of one piece; it counts once among all pairs.
func (g *placer) alike(own, pushers, other uint64, a, b int) {
	board := g.board
	abit, bbit := uint64(1)<<(a&63), uint64(1)<<(b&63)
	empty := board.cells &^ (own | other)
	aTo, bTo := board.reach(a, empty), board.reach(b, empty)
	// secondTo[t]: the targets of the other piece after one of the two went to t.
	var aNew, bNew uint64
	for ts := aTo | bTo; ts != 0; ts &= ts - 1 {
		t := ts & -ts
		var to uint64
		if aTo&t != 0 {
			to = board.reach(b, empty^abit^t)
			if to&abit != 0 {
				bNew |= t
			}
		}
		if bTo&t != 0 {
			second := board.reach(a, empty^bbit^t)
			if second&bbit != 0 {
				aNew |= t
			}
			to |= second
		}
		g.secondTo[bits.TrailingZeros64(t)] = to &^ (abit | bbit)
	}
	for piece, targets := range [2]uint64{aNew, bNew} {
		c := [2]int{a, b}[piece]
		targets &^= g.relocate[c]
		g.relocate[c] |= targets
		g.append(own, pushers, c, targets)
	}
	firsts := aTo | bTo
	base := own ^ (abit | bbit)
	basePushers := pushers &^ (abit | bbit)
	isPusher := -(pushers >> (a & 63) & 1) // all ones for pushers
	for ts := firsts; ts != 0; ts &= ts - 1 {
		t := ts & -ts
		to := g.secondTo[bits.TrailingZeros64(t)]
		for ; to != 0; to &= to - 1 {
			s := to & -to
			// The loop meets the pair {s, t} from s, too, if t can follow s.
			if s < t && firsts&s != 0 && g.secondTo[bits.TrailingZeros64(s)]&t != 0 {
				continue
			}
			g.list = append(g.list, placement{base | t | s, basePushers | (t|s)&isPusher})
		}
	}
}
