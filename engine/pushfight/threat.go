package pushfight

import "math/bits"

// threat is a turn that drops a piece, as conditions on a position. In every position that
// meets them the mover wins with it. The fields are sets of squares.
type threat struct {
	empty   uint64 // the paths of the moves, their ends included
	row     uint64 // pieces of either side that are pushed: occupied, not anchored
	victim  uint64 // of row, the opponent's piece that drops
	movers  uint64 // the mover's pieces that move, or push
	pushers uint64 // of these, pushers
	all     uint64 // all squares above
}

// noThreat never applies: it needs a square that is empty and occupied.
var noThreat = threat{empty: 1, row: 1, all: 1}

// applies reports whether the mover has this threat at p.
func (t *threat) applies(p *Position) bool {
	return p.occupied&t.empty|
		t.row&^p.occupied|t.row&p.anchor|
		t.victim&^p.theirs|
		t.movers&^p.occupied|t.movers&p.theirs|
		t.pushers&^p.pusher == 0
}

// hunter finds threats. It belongs to one goroutine.
type hunter struct {
	board    *Board
	found    []threat
	one, two []quarry // quarries that need one move, and two
	fronts   [64]uint64
}

// quarry is a line of squares to an edge, and the part of the threat known so far.
type quarry struct {
	threat
	pusher uint64 // the empty square where a pusher must come, 0: one is in place
	fill   uint64 // an empty square where any piece must come, 0: none
	fill2  uint64 // another
	stay   uint64 // the mover's pieces that must not move
}

// find returns at most most threats of the mover within the squares known, those of the fewest
// moves first. They are valid until the next call.
//
// find misses some threats that [Generator] finds. It returns at most one for each line and square
// of the pusher. It moves only the nearest piece to a square, and moves no piece out of another's
// way.
func (h *hunter) find(p *Position, known uint64, most int) []threat {
	free := p.occupied & known &^ p.anchor
	theirs := p.theirs & free
	own := free &^ theirs
	pushers := p.pusher & own
	empty := known &^ p.occupied
	h.found, h.one, h.two = h.found[:0], h.one[:0], h.two[:0]
	for d := range 4 {
		for edge := theirs & h.board.drops[d]; edge != 0; edge &= edge - 1 {
			h.follow(edge&-edge, d, own, pushers, free, empty)
			if len(h.found) >= most {
				return h.found[:most]
			}
		}
	}
	for i := range h.one {
		q := &h.one[i]
		pieces := own
		if q.pusher != 0 {
			pieces = pushers
		}
		if h.step(q, q.pusher|q.fill, pieces&^q.stay, empty) != 0 && h.add(q) == most {
			return h.found
		}
	}
	for i := range h.two {
		if h.pair(&h.two[i], own, pushers, empty) && h.add(&h.two[i]) == most {
			return h.found
		}
	}
	return h.found
}

// follow walks inwards from an opponent's piece on the edge in direction d, and notes the
// missing parts of a push that drops it.
func (h *hunter) follow(victim uint64, d int, own, pushers, free, empty uint64) {
	b := h.board
	c := bits.TrailingZeros64(victim)
	q := quarry{threat: threat{row: victim, victim: victim}}
	for line := b.ray[d^1][c]; ; {
		c += b.step[d^1]
		bit := uint64(1) << (c & 63)
		switch {
		case uint(c) > 63 || line&bit == 0:
			return
		case empty&bit != 0:
			if q.fill2 != 0 {
				return
			}
			come := q
			come.pusher = bit
			if q.fill == 0 {
				h.one = append(h.one, come)
				q.fill = bit
			} else {
				h.two = append(h.two, come)
				q.fill2 = bit
			}
			continue
		case pushers&bit != 0:
			q.pushers, q.movers, q.stay = bit, bit, q.stay|bit
			switch {
			case q.fill == 0:
				h.add(&q)
			case q.fill2 == 0:
				h.one = append(h.one, q)
			default:
				h.two = append(h.two, q)
			}
			return
		case free&bit == 0:
			return
		}
		q.stay |= own & bit
		q.row |= bit
	}
}

// pair adds two moves to q, in the first order that is possible.
func (h *hunter) pair(q *quarry, own, pushers, empty uint64) bool {
	first, second, pieces := q.fill, q.fill2, own&^q.stay
	if q.pusher != 0 {
		first, second, pieces = q.pusher, q.fill, pushers&^q.stay
	}
	others, before := own&^q.stay, q.threat
	for range 2 {
		piece := h.step(q, first, pieces, empty)
		if piece != 0 && h.step(q, second, others&^piece, empty^piece^first) != 0 {
			q.empty &^= piece
			return true
		}
		q.threat = before
		first, second, pieces, others = second, first, others, pieces
	}
	return false
}

// step adds to q a move to the square to, by the nearest member of pieces. It returns that piece,
// or 0 if none can go there.
func (h *hunter) step(q *quarry, to, pieces, empty uint64) uint64 {
	b := h.board
	reached, front := to, to
	for n := 0; ; n++ {
		h.fronts[n&63] = front
		around := b.adjacent(front)
		if met := around & pieces; met != 0 {
			piece := met & -met
			at := piece
			for ; n >= 0; n-- {
				at = b.adjacent(at) & h.fronts[n&63]
				at &= -at
				q.empty |= at
			}
			q.movers |= piece
			if to == q.pusher {
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

// add adds the complete threat of q to those found and returns their number.
func (h *hunter) add(q *quarry) int {
	q.all = q.empty | q.row | q.movers
	h.found = append(h.found, q.threat)
	return len(h.found)
}

// parry is a turn that left the opponent without an immediate win in an earlier position. The
// defence tries it first in later positions.
type parry struct {
	from, to               uint64 // the squares that the mover's pieces leave and enter
	fromPushers, toPushers uint64 // of these, those of pushers
	empty                  uint64 // the paths of the moves
	pusher                 int    // cell of the pusher before the push
	direction              int
}

// parried reports whether one of the parries helps at p.
func (f *defence) parried(p *Position) bool {
	for i := range f.parries[:f.nParries] {
		if f.parries[i].helps(f, p) {
			t := f.parries[i]
			copy(f.parries[1:i+1], f.parries[:i])
			f.parries[0] = t
			return true
		}
	}
	return false
}

// helps reports whether the turn is legal at p and leaves the opponent without an immediate win.
func (t *parry) helps(f *defence, p *Position) bool {
	if t.from&^p.occupied|t.from&p.theirs|t.empty&p.occupied|(t.from&p.pusher^t.fromPushers) != 0 {
		return false
	}
	q := *p
	q.occupied = q.occupied&^t.from | t.to
	q.pusher = q.pusher&^t.fromPushers | t.toPushers
	b, c, d := f.board, t.pusher&63, t.direction&3
	row := b.row(c, d, q.occupied)
	if (q.pusher&^q.theirs)>>c&1 == 0 || row&(row-1) == 0 || row&q.anchor != 0 {
		return false
	}
	n := b.shifted(q, c, d)
	return !f.met(&n) && !f.rules.Wins(n)
}

// remember puts the current turn, the push from cell c after the moves that lead to m, in front of
// the parries. It skips the few turns in which a piece goes to the square that another left.
func (f *defence) remember(m placement, c, d int) {
	t := parry{
		from: f.now.own &^ m.own, to: m.own &^ f.now.own,
		fromPushers: f.now.pushers &^ m.pushers, toPushers: m.pushers &^ f.now.pushers,
		pusher: c, direction: d,
	}
	if t.fromPushers&^t.from|t.toPushers&^t.to != 0 {
		return
	}
	var ok bool
	switch bits.OnesCount64(t.from) {
	case 0:
		ok = true
	case 1:
		t.empty, ok = f.way(t.to, t.from, 0, 0)
	case 2:
		t.empty, ok = f.ways(&t)
	}
	if ok {
		f.nParries = min(f.nParries+1, keptParries)
		copy(f.parries[1:], f.parries[:])
		f.parries[0] = t
	}
}

// ways returns the squares on the paths of the two moves of t.
func (f *defence) ways(t *parry) (ways uint64, ok bool) {
	for rest := t.to; rest != 0; rest &= rest - 1 {
		to := rest & -rest
		pieces := t.from &^ t.fromPushers
		if to&t.toPushers != 0 {
			pieces = t.fromPushers
		}
		for ; pieces != 0; pieces &= pieces - 1 {
			from := pieces & -pieces
			if ways, ok = f.way(to, from, t.to&^to, t.from&^from); ok {
				return ways, true
			}
		}
	}
	return 0, false
}

// way returns the squares on the path of a piece from one square to another and, if there is a
// second piece, on its path afterwards.
func (f *defence) way(to, from, to2, from2 uint64) (ways uint64, ok bool) {
	var q quarry
	if f.hunter.step(&q, to, from, f.empty) == 0 {
		return 0, false
	}
	if from2 != 0 && f.hunter.step(&q, to2, from2, f.empty^from^to) == 0 {
		return 0, false
	}
	return q.empty &^ from, true
}
