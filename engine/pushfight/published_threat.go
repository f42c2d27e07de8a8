package pushfight

import "math/bits"

// threat is a turn that wins by dropping a piece, as conditions on the position: who
// is to move wins with it wherever they hold, whatever else stands on the board.
// Sets of squares.
type threat struct {
	empty   uint64 // the ways of the moves, where they end included
	row     uint64 // pieces of either side that are pushed: occupied, not anchored
	victim  uint64 // of row, the opponent's piece that drops
	movers  uint64 // the mover's pieces that move, or push
	pushers uint64 // of these, pushers
	all     uint64 // all squares above
}

// holds reports whether a threat of the mover exists in p.
func (t *threat) holds(p *Position) bool {
	mine := p.occupied &^ p.theirs
	return p.occupied&t.empty|
		t.row&^p.occupied|t.row&p.anchor|
		t.victim&^p.theirs|
		t.movers&^mine|t.pushers&^p.pusher == 0
}

// hunter finds threats. It belongs to one goroutine.
type hunter struct {
	board *Board
	found []threat
	one   []quarry // what one move brings about
	two   []quarry // what two moves bring about
	front [64]uint64
}

// quarry is a line of squares to an edge on which a win needs moves.
type quarry struct {
	threat
	pusher uint64 // the empty square where a pusher must come, 0: one is in place
	fill   uint64 // an empty square where any piece must come, 0: none
	fill2  uint64 // another
	stay   uint64 // the mover's pieces that must not move
}

// find returns threats of the mover that lie within the squares known, at most so
// many, those of the fewest moves first. They are valid until the next call. Not
// every threat is looked for: one a line and square of the pusher; of the pieces
// that could go to a square the nearest is taken, and none is moved out of
// another's way.
func (h *hunter) find(p *Position, known uint64, most int) []threat {
	b := h.board
	free := p.occupied & known &^ p.anchor
	theirs := p.theirs & free
	own := free &^ theirs
	pushers := p.pusher & own
	empty := known &^ p.occupied
	h.found, h.one, h.two = h.found[:0], h.one[:0], h.two[:0]
	for d := range 4 {
		for edge := theirs & b.drops[d]; edge != 0; edge &= edge - 1 {
			victim := edge & -edge
			c := bits.TrailingZeros64(victim)
			q := quarry{threat: threat{row: victim, victim: victim}}
			for line := b.ray[d^1][c]; ; {
				c += b.step[d^1]
				bit := uint64(1) << (c & 63)
				if uint(c) > 63 || line&bit == 0 {
					break
				}
				if empty&bit != 0 {
					if q.fill2 != 0 {
						break
					}
					with := q
					with.pusher = bit
					if q.fill == 0 {
						h.one = append(h.one, with)
						q.fill = bit
					} else {
						h.two = append(h.two, with)
						q.fill2 = bit
					}
					continue
				}
				if free&bit == 0 {
					break
				}
				if pushers&bit != 0 {
					q.pushers, q.movers, q.stay = bit, bit, q.stay|bit
					if q.fill == 0 {
						if h.add(&q) == most {
							return h.found
						}
					} else if q.fill2 == 0 {
						h.one = append(h.one, q)
					} else {
						h.two = append(h.two, q)
					}
					break
				}
				if own&bit != 0 {
					q.stay |= bit
				}
				q.row |= bit
			}
		}
	}
	for i := range h.one {
		q := &h.one[i]
		pieces := own
		if q.pusher != 0 {
			pieces = pushers
		}
		if h.step(q, q.pusher|q.fill, pieces&^q.stay, empty, q.pusher != 0) != 0 && h.add(q) == most {
			return h.found
		}
	}
	for i := range h.two {
		q := &h.two[i]
		first, second, pieces := q.fill, q.fill2, own
		if q.pusher != 0 {
			first, second, pieces = q.pusher, q.fill, pushers
		}
		free, base := own&^q.stay, q.threat
		if piece := h.step(q, first, pieces&^q.stay, empty, q.pusher != 0); piece != 0 {
			if h.step(q, second, free&^piece, empty^piece^first, false) != 0 {
				q.empty &^= piece
				if h.add(q) == most {
					return h.found
				}
				continue
			}
		}
		q.threat = base
		if piece := h.step(q, second, free, empty, false); piece != 0 {
			if h.step(q, first, pieces&^q.stay&^piece, empty^piece^second, q.pusher != 0) != 0 {
				q.empty &^= piece
				if h.add(q) == most {
					return h.found
				}
			}
		}
	}
	return h.found
}

func (h *hunter) add(q *quarry) int {
	q.all = q.empty | q.row | q.movers
	h.found = append(h.found, q.threat)
	return len(h.found)
}

// step adds to q the move of the nearest of some pieces to the square to, and
// returns that piece, or 0 where none can go there.
func (h *hunter) step(q *quarry, to, pieces, empty uint64, push bool) uint64 {
	b := h.board
	reached, front := to, to
	for n := 0; ; n++ {
		h.front[n&63] = front
		around := b.beside(front)
		if met := around & pieces; met != 0 {
			piece := met & -met
			at := piece
			for ; n >= 0; n-- {
				at = b.beside(at) & h.front[n&63]
				at &= -at
				q.empty |= at
			}
			q.movers |= piece
			if push {
				q.pushers |= piece
			}
			return piece
		}
		front = around & empty &^ reached
		if front == 0 {
			return 0
		}
		reached |= front
	}
}
