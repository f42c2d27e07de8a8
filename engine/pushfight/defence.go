package pushfight

import (
	"math/bits"
)

// The numbers of threats and parries to keep. Keeping more of them saves work at some positions and
// adds work at others. These numbers were the fastest in measurements.
const (
	keptReplies = 24
	keptParries = 64
	mostReplies = 64 // at one position: bits of a set
)

// A defence decides whether a position is lost, that is, whether the opponent can answer every turn
// with a win. A turn helps if it leaves him no such answer. A defence belongs to one goroutine.
//
// It knows threats of the opponent, called replies. Until the mover pushes, the opponent's pieces
// stand still. So a reply answers a turn under two conditions. First, after the moves, the mover's
// pieces stand on all squares that the reply wants and on none that it needs empty. Second, the
// push touches none of the reply's squares. A push touches the squares from the pusher's to the
// first empty one beyond the row.
//
// The defence tries turns for each pair of moving pieces. The target squares fall into few classes,
// by the replies that a piece there breaks or enables. For a pair of classes, the remaining replies
// do not depend on the choice of squares within them. If no possible push touches all of these
// replies, none of the turns helps; this settles most turns. The defence makes the other turns one
// by one. If a known or a new reply answers the turn, that reply may answer later turns, too. If
// none does, the position is not lost.
type defence struct {
	board  *Board
	rules  *Generator
	hunter hunter

	known    [keptReplies]knownReply
	order    [keptReplies]uint8 // indices of known, the most recently useful first
	oldest   int                // index of the oldest in known
	parries  [keptParries]parry // the most recently useful first
	nParries int

	// The position.
	p       Position
	now     placement // the mover's pieces
	empty   uint64
	pieces  []piece
	replies []reply
	// By cell: the set of replies that need it empty, and of those that want a piece of the mover
	// there.
	clears, wants [64]uint64
	lacksOne      uint64 // replies that lack one of the pieces they want
	lacksMore     uint64 // replies that lack more

	// The state with a and b, a alone, or no piece lifted off the board:
	a, b    *piece
	base    placement // of the other pieces
	working uint64    // the replies that work
	lacking uint64    // the replies that lack one piece
	classes []class

	// For moves to some squares: the replies that work, and by direction, the
	// squares of pushers that may touch them all.
	intact uint64
	near   [4]uint64
}

// piece is one of the mover's pieces.
type piece struct {
	at     uint64
	pusher uint64 // all ones for a pusher, or 0
	reach  uint64 // where it can go in one move
}

func (f *defence) init(g *Generator) {
	f.board, f.rules = g.w.board, g
	f.hunter.board = f.board
	for i := range f.known {
		f.known[i].threat = noThreat
		f.order[i] = uint8(i)
	}
}

// loses reports whether the opponent can answer each turn of p with a win. p must not be won this
// turn.
func (f *defence) loses(p *Position) bool {
	if f.parried(p) {
		return false
	}
	f.prepare(p)
	if f.none() {
		return false
	}
	for i := range f.pieces {
		if f.one(&f.pieces[i]) {
			return false
		}
	}
	for i := range f.pieces {
		for j := range f.pieces[:i] {
			if f.two(&f.pieces[i], &f.pieces[j]) {
				return false
			}
		}
	}
	return true
}

// prepare sets up the position.
func (f *defence) prepare(p *Position) {
	f.p = *p
	f.now = placement{p.mine(), p.pusher &^ p.theirs}
	f.empty = f.board.cells &^ p.occupied
	f.pieces = f.pieces[:0]
	for rest := f.now.own; rest != 0; rest &= rest - 1 {
		at := rest & -rest
		q := piece{at: at, reach: f.board.spread(at, f.empty) &^ at}
		if at&f.now.pushers != 0 {
			q.pusher = ^uint64(0)
		}
		f.pieces = append(f.pieces, q)
	}
	f.replies = f.replies[:0]
	f.clears, f.wants = [64]uint64{}, [64]uint64{}
	f.lacksOne, f.lacksMore = 0, 0
	for i := range f.known {
		f.answer(&f.known[i])
	}
}

// none reports whether a push without a move helps.
func (f *defence) none() bool {
	f.lift(nil, nil, 0)
	return !f.futile(f.working, 0, 0) && f.try(0, 0)
}

// one reports whether moving one piece and a push help.
func (f *defence) one(a *piece) bool {
	f.lift(a, nil, a.reach)
	for i := range f.classes {
		k := &f.classes[i]
		set := (f.working | f.lacking&k.fills) &^ k.breaks
		if k.squares == 0 || f.futile(set, k.squares, 0) {
			continue
		}
		for to := k.squares; to != 0; to &= to - 1 {
			if f.try(to&-to, 0) {
				return true
			}
		}
	}
	return false
}

// two reports whether moving two pieces and a push help.
func (f *defence) two(a, b *piece) bool {
	// The targets of each piece after the other has left. try checks whether the other blocks the
	// path from its new square.
	aTo := f.board.spread(a.at, f.empty|b.at) &^ a.at
	bTo := f.board.spread(b.at, f.empty|a.at) &^ b.at
	alike := a.pusher == b.pusher
	if alike { // the pieces are interchangeable
		aTo |= bTo
		bTo = aTo
	}
	f.lift(a, b, aTo|bTo)
	for i := range f.classes {
		k := &f.classes[i]
		s := k.squares & aTo
		if s == 0 {
			continue
		}
		others := f.classes
		if alike {
			others = others[i:]
		}
		for j := range others {
			l := &others[j]
			t := l.squares & bTo
			if t == 0 {
				continue
			}
			set := (f.working | f.lacking&(k.fills|l.fills)) &^ (k.breaks | l.breaks)
			if !f.futile(set, s, t) && f.each(s, t, alike && j == 0) {
				return true
			}
		}
	}
	return false
}

// each tries all moves of a to a square of as and of b to a square of bs. If half is set, the
// pieces and the sets are alike, and each pair of squares is tried once.
func (f *defence) each(as, bs uint64, half bool) bool {
	for ; as != 0; as &= as - 1 {
		s := as & -as
		ts := bs &^ s
		if half {
			ts &^= s - 1
		}
		for ; ts != 0; ts &= ts - 1 {
			if f.try(s, ts&-ts) {
				return true
			}
		}
	}
	return false
}

// futile reports whether no push touches all replies of a set, wherever on as and bs the pieces a
// and b stand. If it returns false, it has set intact and near for try.
func (f *defence) futile(set, as, bs uint64) bool {
	s := f.board.stride & 63
	occupied := f.base.own | f.p.theirs | as | bs
	may := f.base.pushers
	if f.a != nil {
		may |= as & f.a.pusher
	}
	if f.b != nil {
		may |= bs & f.b.pusher
	}
	// Pushers with something to push.
	l, r, u, d := may&(occupied<<1), may&(occupied>>1), may&(occupied<<s), may&(occupied>>s)
	for rest := set; rest != 0; rest &= rest - 1 {
		n := &f.replies[bits.TrailingZeros64(rest)&63].near
		l &= n[left]
		r &= n[right]
		u &= n[up]
		d &= n[down]
		if l|r|u|d == 0 {
			return true
		}
	}
	f.intact = set
	f.near = [4]uint64{left: l, right: r, up: u, down: d}
	return l|r|u|d == 0
}

// try reports whether a push helps after a went to the square s and b to t, if these moves are
// legal. Only pushers on the squares near can touch all replies in intact.
func (f *defence) try(s, t uint64) bool {
	m := placement{f.base.own | s | t, f.base.pushers}
	if f.a != nil {
		m.pushers |= s & f.a.pusher
	}
	if f.b != nil {
		m.pushers |= t & f.b.pusher
	}
	legal := false
	for d := range 4 {
		for rest := m.pushers & f.near[d]; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros64(rest) & 63
			if !f.touchesAll(c, d, m.own|f.p.theirs) {
				continue
			}
			n := f.board.shifted(f.p.at(m), c, d)
			if f.met(&n) {
				continue
			}
			if !legal && !f.legal(s, t) {
				return false
			}
			legal = true
			if found := f.hunter.find(&n, f.board.cells, 1); len(found) > 0 {
				f.learn(&found[0])
			} else if !f.rules.Wins(n) {
				f.remember(m, c, d)
				return true
			}
		}
	}
	return false
}

// touchesAll reports whether a push from cell c towards d exists and touches all replies in intact.
func (f *defence) touchesAll(c, d int, occupied uint64) bool {
	row := f.board.row(c, d, occupied)
	if row&(row-1) == 0 || row&f.p.anchor != 0 {
		return false
	}
	row |= 1 << c
	for rest := f.intact; rest != 0; rest &= rest - 1 {
		if row&f.replies[bits.TrailingZeros64(rest)&63].all == 0 {
			return false
		}
	}
	return true
}

// met reports whether a known threat wins at n, where the opponent is to move.
func (f *defence) met(n *Position) bool {
	for i, k := range f.order {
		if f.known[k%keptReplies].applies(n) {
			f.order[i], f.order[i/2] = f.order[i/2], k
			return true
		}
	}
	return false
}

// legal reports whether a can go to s and b to t, one after the other.
func (f *defence) legal(s, t uint64) bool {
	if f.b == nil {
		return true // the caller tries legal targets only
	}
	return f.inTurn(f.a, f.b, s, t) || f.inTurn(f.b, f.a, t, s) ||
		f.a.pusher == f.b.pusher && (f.inTurn(f.a, f.b, t, s) || f.inTurn(f.b, f.a, s, t))
}

// inTurn reports whether x can move to s, and then y to t.
func (f *defence) inTurn(x, y *piece, s, t uint64) bool {
	return x.reach&s != 0 && f.board.spread(y.at, f.empty^x.at^s)&t != 0
}
