package pushfight

import (
	"math/bits"
)

// winTest finds whether a position can be won this turn, without listing turns.
//
// A win needs a line of squares that ends at an open edge. At the edge stands an opponent's piece,
// which drops. Behind it stand pieces of any kind, without a gap and without the anchored one. A
// pusher of the mover stands at the other end. The test walks from the edge inwards. Each square
// where the pusher could stand gives a goal: the squares to fill, by any piece or by a pusher, and
// the pieces that must stay. A goal needs at most two moves:
//
//   - nothing is missing: the position is won as it stands;
//   - one square is missing: a piece reaches it, if necessary after a mover has
//     stepped out of a pusher's way; or a mover of the line fills it, and another
//     piece takes that mover's place;
//   - two squares are missing: two pieces reach them, in either order;
//   - a mover stands where the pusher must: it steps aside, onto the one missing
//     square if there is one, and a pusher takes its place.
//
// A piece reaches an empty square if it stands next to that square's region of empty squares.
//
// The list is complete: in a won position consider the winning pusher nearest to the edge. Each
// piece that moved either stands on a square of the line, which gives the goals of one and two
// missing squares, or made way. A pusher of the mover in the line ends the walk, because goals
// behind it need more.
//
// A winTest belongs to one goroutine.
type winTest struct {
	board   *Board
	empty   uint64
	own     uint64
	pushers uint64
	// The regions of empty squares met so far, and the mover's pieces next to each.
	regions []openRegion
	later   []goal // goals that need two moves
}

type openRegion struct{ squares, pieces uint64 }

// goal has the missing parts of a win, as sets of one square each.
type goal struct {
	pusher uint64 // the square where a pusher must come, 0: none
	fill   uint64 // an empty square to fill, 0: none
	fill2  uint64 // another
	stay   uint64 // pieces that must not move
	mover  uint64 // the mover that stands where the pusher must come, 0: none
}

// reaching returns the mover's pieces that can move to an empty square.
func (w *winTest) reaching(square uint64) uint64 {
	for i := range w.regions {
		if w.regions[i].squares&square != 0 {
			return w.regions[i].pieces
		}
	}
	r := w.board.spread(square, w.empty)
	n := w.board.adjacent(r) & w.own
	w.regions = append(w.regions, openRegion{r, n})
	return n
}

// reachingIn does the work of reaching for the given empty squares.
func (w *winTest) reachingIn(square, empty uint64) uint64 {
	return w.board.adjacent(w.board.spread(square, empty)) & w.own
}

// wins reports whether the mover can drop an opponent's piece this turn.
func (w *winTest) wins(p Position) bool {
	b := w.board
	w.empty = b.cells &^ p.occupied
	w.own = p.occupied &^ p.theirs
	w.pushers = p.pusher & w.own
	w.regions, w.later = w.regions[:0], w.later[:0]
	targets := p.theirs &^ p.anchor
	for d := range 4 {
		step := b.step[d^1]
		for edge := targets & b.drops[d]; edge != 0; edge &= edge - 1 {
			c := bits.TrailingZeros64(edge)
			line := b.ray[d^1][c] &^ p.anchor
			var fill, fill2, stay uint64
		walk:
			for {
				c += step
				bit := uint64(1) << (c & 63)
				if line&bit == 0 || uint(c) > 63 {
					break
				}
				if p.theirs&bit != 0 {
					continue
				}
				if w.pushers&bit != 0 {
					switch {
					case fill == 0:
						return true
					case fill2 != 0:
						w.later = append(w.later, goal{fill: fill, fill2: fill2, stay: stay | bit})
					case w.reaching(fill)&^(stay|bit) != 0:
						return true
					case stay != 0:
						w.later = append(w.later, goal{fill: fill, stay: stay | bit})
					}
					break walk
				}
				if w.own&bit != 0 {
					if fill2 == 0 {
						w.later = append(w.later, goal{pusher: bit, fill: fill, mover: bit})
					}
					stay |= bit
					continue
				}
				switch {
				case fill2 != 0:
					break walk // three to fill are too many
				case fill != 0:
					w.later = append(w.later, goal{pusher: bit, fill: fill, stay: stay})
					fill2 = bit
				default:
					if w.reaching(bit)&w.pushers != 0 {
						return true
					}
					w.later = append(w.later, goal{pusher: bit, stay: stay})
					fill = bit
				}
			}
		}
	}
	return w.inTwo()
}

// inTwo reports whether one of the goals that need two moves can be met.
func (w *winTest) inTwo() bool {
	for i := range w.later {
		if w.twoMoves(&w.later[i]) {
			return true
		}
	}
	return false
}

// twoMoves reports whether a goal can be met in exactly two moves.
func (w *winTest) twoMoves(g *goal) bool {
	switch {
	case g.mover != 0:
		return w.makeWay(g)
	case g.fill2 != 0:
		return w.pair(g.fill, g.fill2, w.own&^g.stay, w.own&^g.stay)
	case g.fill != 0 && g.pusher != 0:
		return w.pair(g.pusher, g.fill, w.pushers&^g.stay, w.own&^g.stay)
	case g.pusher != 0:
		return w.unblock(g)
	}
	return w.chain(g)
}

// pair reports whether a piece of first can go to the square a and another, of
// second, to b.
func (w *winTest) pair(a, b, first, second uint64) bool {
	return w.inOrder(a, b, first, second) || w.inOrder(b, a, second, first)
}

// inOrder is pair with the move to a before that to b.
func (w *winTest) inOrder(a, b, first, second uint64) bool {
	for rest := w.reaching(a) & first; rest != 0; rest &= rest - 1 {
		piece := rest & -rest
		if w.reachingIn(b, w.empty^piece^a)&second&^piece != 0 {
			return true
		}
	}
	return false
}

// makeWay reports whether the mover on the goal's square can step aside so that a pusher can come.
// If a square is to be filled, the mover steps onto it.
func (w *winTest) makeWay(g *goal) bool {
	if g.fill != 0 {
		return w.reaching(g.fill)&g.mover != 0 &&
			w.reachingIn(g.mover, w.empty^g.mover^g.fill)&w.pushers != 0
	}
	if w.reachingIn(g.mover, w.empty)&w.pushers == 0 {
		return false
	}
	return w.aside(g.mover, g.mover)
}

// unblock reports whether a pusher can reach the goal's square once a mover has
// stepped aside.
func (w *winTest) unblock(g *goal) bool {
	for rest := w.reaching(g.pusher) &^ g.stay; rest != 0; rest &= rest - 1 {
		piece := rest & -rest
		if w.reachingIn(g.pusher, w.empty|piece)&w.pushers != 0 && w.aside(piece, g.pusher) {
			return true
		}
	}
	return false
}

// aside reports whether a piece can move somewhere so that then a pusher reaches a
// square.
func (w *winTest) aside(piece, square uint64) bool {
	for to := w.board.spread(piece, w.empty) &^ (piece | square); to != 0; to &= to - 1 {
		if w.reachingIn(square, w.empty^piece^to&-to)&w.pushers != 0 {
			return true
		}
	}
	return false
}

// chain reports whether a mover of the line can fill the missing square and another
// piece take its place.
func (w *winTest) chain(g *goal) bool {
	for rest := w.reaching(g.fill) & g.stay &^ w.pushers; rest != 0; rest &= rest - 1 {
		piece := rest & -rest
		if w.reachingIn(piece, w.empty^piece^g.fill)&^(g.stay|piece) != 0 {
			return true
		}
	}
	return false
}
