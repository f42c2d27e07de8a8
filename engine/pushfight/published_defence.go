package pushfight

import "math/bits"

const (
	minHolding = 1
	mostThreats = 48
	mostParries = 64
)

// reply is a threat of the opponent, which the mover tries to break with a turn. The
// opponent's pieces stand as it needs them. So it holds, until the mover pushes,
// where his pieces stand on all of wanted and none of empty, and after a push that
// touches none of all.
type reply struct {
	wanted, empty uint64
	all           uint64
	near          [4]uint64
}

// known is a threat together with, by direction, where pushers may stand whose push
// touches its squares.
type known struct {
	threat
	near [4]uint64
}

// class is a set of squares that are the same to all replies: which break when a
// piece of the mover enters them, and which come about.
type class struct{ squares, broken, filled uint64 }

// piece is one of the mover's pieces.
type piece struct {
	at     uint64
	pusher uint64 // at, or 0
	reach  uint64 // where it can move at once
}

// defence looks for turns that leave the opponent without a win at once. It belongs
// to one goroutine.
type defence struct {
	board  *Board
	test   winTest
	hunter hunter

	threats    [mostThreats]known // found lately, of the opponent
	nextThreat int
	order [mostThreats]uint8
	parries    []parry

	p       Position
	own     uint64
	pushers uint64
	empty   uint64
	pieces  []piece
	replies []reply
	// By cell: the replies that break when a piece of the mover stands on it, and
	// those that want one there. Sets of replies.
	breaks, wants [64]uint64
	// Replies that want one piece where none stands, and those that want more.
	lack, lackMore uint64

	// With some pieces lifted off the board: the replies that hold and those
	// that lack one piece, and what the squares are to them.
	holding, lacking uint64
	classes          []class
}

func newDefence(b *Board) *defence {
	d := &defence{board: b, test: winTest{board: b}, hunter: hunter{board: b}}
	for i := range d.threats {
		d.order[i] = uint8(i)
		d.threats[i].row = 1 << 63 // never holds
	}
	return d
}

// loses reports whether each turn of p, which must not be won this turn, leaves the
// opponent a win with his next turn, or there is none.
func (f *defence) LosesX(p Position) bool {
	for i := range f.parries {
		if f.parry(&p, &f.parries[i]) {
			t := f.parries[i]
			copy(f.parries[1:i+1], f.parries[:i])
			f.parries[0] = t
			Stats[5]++
			return false
		}
	}
	f.prepare(&p)
	f.lift(0, 0, 0)
	if f.try(turnOff{}, f.holding) {
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
	Stats[6]++
	return true
}

// prepare sets up the search at p.
func (f *defence) prepare(p *Position) {
	f.p = *p
	f.own = p.mine()
	f.pushers = p.pusher & f.own
	f.empty = f.board.cells &^ p.occupied
	f.pieces = f.pieces[:0]
	for rest := f.own; rest != 0; rest &= rest - 1 {
		at := rest & -rest
		f.pieces = append(f.pieces, piece{at: at, pusher: at & f.pushers, reach: f.board.spread(at, f.empty) &^ at})
	}
	f.replies = f.replies[:0]
	f.breaks = [64]uint64{}
	f.wants = [64]uint64{}
	f.lack, f.lackMore = 0, 0
	for i := range f.threats {
		f.answer(&f.threats[i])
	}
}

// learn keeps a threat of the opponent and adds it to the replies.
func (f *defence) learn(t *threat) {
	k := &f.threats[f.nextThreat]
	f.nextThreat = (f.nextThreat + 1) % mostThreats
	k.threat = *t
	b := f.board
	s := b.stride & 63
	k.near = [4]uint64{t.all, t.all, t.all, t.all}
	for range b.width {
		k.near[right] |= k.near[right] >> 1 & b.cells
		k.near[left] |= k.near[left] << 1 & b.cells
	}
	for range b.height {
		k.near[down] |= k.near[down] >> s & b.cells
		k.near[up] |= k.near[up] << s & b.cells
	}
	f.answer(k)
}

// answer adds a threat to the replies, where the opponent's pieces allow it.
func (f *defence) answer(t *known) {
	theirs := f.p.theirs
	n := len(f.replies)
	if n == 64 || t.empty&theirs|t.movers&^theirs|t.pushers&^f.p.pusher|t.victim&theirs != 0 {
		return
	}
	wanted := t.row &^ theirs
	f.replies = append(f.replies, reply{wanted: wanted, empty: t.empty, all: t.all, near: t.near})
	bit := uint64(1) << (n & 63)
	for rest := t.empty; rest != 0; rest &= rest - 1 {
		f.breaks[bits.TrailingZeros64(rest)&63] |= bit
	}
	for rest := wanted; rest != 0; rest &= rest - 1 {
		f.wants[bits.TrailingZeros64(rest)&63] |= bit
	}
	if lack := wanted &^ f.own; lack&(lack-1) != 0 {
		f.lackMore |= bit
	} else if lack != 0 {
		f.lack |= bit
	}
}

// lift sets up holding, lacking and classes for moves of the pieces on the squares
// a and b to the squares of targets.
func (f *defence) lift(a, b, targets uint64) {
	f.weigh(a, b)
	if f.holding == 0 {
		Stats[12]++
		pass := f.p.swapped()
		pass.occupied &^= a | b
		pass.theirs &^= a | b
		pass.pusher &^= a | b
		pass.anchor = 0
		found := f.hunter.find(&pass, f.board.cells, 4)
		for i := range found {
			f.learn(&found[i])
		}
		if len(found) > 0 {
			f.weigh(a, b)
		} else {
			Stats[13]++
		}
	}
	f.classes = append(f.classes[:0], class{})
	plain := targets
next:
	for rest := targets; rest != 0; rest &= rest - 1 {
		at := rest & -rest
		cell := bits.TrailingZeros64(rest) & 63
		broken, filled := f.breaks[cell]&(f.holding|f.lacking), f.wants[cell]&f.lacking
		if broken|filled == 0 {
			continue
		}
		plain ^= at
		for i := 1; i < len(f.classes); i++ {
			if f.classes[i].broken == broken && f.classes[i].filled == filled {
				f.classes[i].squares |= at
				continue next
			}
		}
		f.classes = append(f.classes, class{at, broken, filled})
	}
	f.classes[0].squares = plain
}

func (f *defence) weigh(a, b uint64) {
	broken := uint64(0)
	for rest := f.own &^ (a | b); rest != 0; rest &= rest - 1 {
		broken |= f.breaks[bits.TrailingZeros64(rest)&63]
	}
	sound := (1<<len(f.replies) - 1) &^ (broken | f.lackMore)
	var x, y uint64
	if a != 0 {
		x = f.wants[bits.TrailingZeros64(a)&63]
	}
	if b != 0 {
		y = f.wants[bits.TrailingZeros64(b)&63]
	}
	f.holding = sound &^ (f.lack | x | y)
	f.lacking = sound & (f.lack ^ x ^ y) &^ (f.lack & x & y)
}

// futile reports whether no push of pushers that stand somewhere on may, with
// pieces on no squares but occupied, touches all replies of a set.
func (f *defence) futile(set, may, occupied uint64) bool {
	s := f.board.stride & 63
	l, r, u, d := may&(occupied<<1), may&(occupied>>1), may&(occupied<<s), may&(occupied>>s)
	for ; set != 0; set &= set - 1 {
		n := &f.replies[bits.TrailingZeros64(set)].near
		l &= n[left]
		r &= n[right]
		u &= n[up]
		d &= n[down]
		if l|r|u|d == 0 {
			return true
		}
	}
	return false
}

// turnOff is the moves of a turn: piece a goes to the square s, b to t.
type turnOff struct {
	a, b *piece
	s, t uint64
}

// one reports whether moving one piece and a push help.
func (f *defence) one(a *piece) bool {
	f.lift(a.at, 0, a.reach)
	for i := range f.classes {
		c := &f.classes[i]
		to := c.squares
		if to == 0 {
			continue
		}
		set := (f.holding | f.lacking&c.filled) &^ c.broken
		may := f.pushers &^ a.at
		if a.pusher != 0 {
			may |= to
		}
		if f.futile(set, may, f.p.occupied&^a.at|to) {
			continue
		}
		for ; to != 0; to &= to - 1 {
			if f.try(turnOff{a: a, s: to & -to}, set) {
				return true
			}
		}
	}
	return false
}

// two reports whether moving two pieces and a push help.
func (f *defence) two(a, b *piece) bool {
	aTo, bTo := f.board.spread(a.at, f.empty|b.at)&^a.at, f.board.spread(b.at, f.empty|a.at)&^b.at
	alike := (a.pusher == 0) == (b.pusher == 0)
	if alike {
		aTo |= bTo
		bTo = aTo
	}
	f.lift(a.at, b.at, aTo|bTo)
	may := f.pushers &^ (a.at | b.at)
	occupied := f.p.occupied &^ (a.at | b.at)
	for i := range f.classes {
		x := aTo & f.classes[i].squares
		if x == 0 {
			continue
		}
		mayX := may
		if a.pusher != 0 {
			mayX |= x
		}
		first := 0
		if alike {
			first = i
		}
		for j := first; j < len(f.classes); j++ {
			y := bTo & f.classes[j].squares
			if y == 0 {
				continue
			}
			mayY := mayX
			if b.pusher != 0 {
				mayY |= y
			}
			set := (f.holding | f.lacking&(f.classes[i].filled|f.classes[j].filled)) &^ (f.classes[i].broken | f.classes[j].broken)
			if f.futile(set, mayY, occupied|x|y) {
				continue
			}
			for xs := x; xs != 0; xs &= xs - 1 {
				s := xs & -xs
				ys := y &^ s
				if alike && i == j {
					ys &^= s - 1
				}
				for ; ys != 0; ys &= ys - 1 {
					if f.try(turnOff{a, b, s, ys & -ys}, set) {
						return true
					}
				}
			}
		}
	}
	return false
}

// place returns the mover's pieces after the moves.
func (f *defence) place(t *turnOff) placement {
	m := placement{f.own, f.pushers}
	if t.a != nil {
		m.own = m.own&^t.a.at | t.s
		if t.a.pusher != 0 {
			m.pushers = m.pushers&^t.a.at | t.s
		}
	}
	if t.b != nil {
		m.own = f.own&^(t.a.at|t.b.at) | t.s | t.t
		m.pushers = f.pushers &^ (t.a.at | t.b.at)
		if t.a.pusher != 0 {
			m.pushers |= t.s
		}
		if t.b.pusher != 0 {
			m.pushers |= t.t
		}
	}
	return m
}

// try reports whether some push after the moves, should they be legal, leaves the
// opponent without a win at once. The replies of the set hold after the moves.
func (f *defence) try(t turnOff, set uint64) bool {
	b := f.board
	step := b.stride & 63
	m := f.place(&t)
	occupied := m.own | f.p.theirs
	Stats[7]++
	pushing := [4]uint64{
		left:  m.pushers & (occupied << 1),
		right: m.pushers & (occupied >> 1),
		up:    m.pushers & (occupied << step),
		down:  m.pushers & (occupied >> step),
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		n := &f.replies[bits.TrailingZeros64(rest)].near
		pushing[0] &= n[0]
		pushing[1] &= n[1]
		pushing[2] &= n[2]
		pushing[3] &= n[3]
		if pushing[0]|pushing[1]|pushing[2]|pushing[3] == 0 {
			return false
		}
	}
	q := f.p.at(m)
	legal := false
	for d := range 4 {
	next:
		for rest := pushing[d]; rest != 0; rest &= rest - 1 {
			Stats[8]++
			c := bits.TrailingZeros64(rest)
			touched := b.row(c, d, occupied)
			if touched == 0 || touched&f.p.anchor != 0 {
				continue
			}
			touched |= 1 << c
			for rest := set; rest != 0; rest &= rest - 1 {
				if touched&f.replies[bits.TrailingZeros64(rest)].all == 0 {
					continue next
				}
			}
			Stats[9]++
			n := b.shifted(q, c, d)
			for i := range f.threats {
				if f.threats[f.order[i]].holds(&n) {
					if i > 0 {
						f.order[i], f.order[i/2] = f.order[i/2], f.order[i]
					}
					continue next
				}
			}
			if !legal && !f.legal(&t) {
				return false
			}
			Stats[10]++
			legal = true
			if found := f.hunter.find(&n, b.cells, 1); len(found) > 0 {
				f.learn(&found[0])
			} else if !f.test.wins(n) {
				f.remember(&t, m, c, d)
				return true
			}
			Stats[11]++
		}
	}
	return false
}

// row returns the squares that a push from cell c towards d touches besides c, up to
// the nearest empty one, or 0 where there is none.
func (b *Board) row(c, d int, occupied uint64) uint64 {
	ray := b.ray[d][c&63]
	line := ray &^ occupied
	if line == 0 {
		return 0
	}
	if d&1 != 0 {
		end := line & -line
		return ray & (end | (end - 1))
	}
	return ray & -(uint64(1) << (63 - bits.LeadingZeros64(line)&63))
}

// legal reports whether the moves can be made, in one order or the other.
func (f *defence) legal(t *turnOff) bool {
	if t.b == nil {
		return true // only such were tried
	}
	return f.inTurn(t.a, t.b, t.s, t.t) || f.inTurn(t.b, t.a, t.t, t.s) ||
		(t.a.pusher == 0) == (t.b.pusher == 0) && (f.inTurn(t.a, t.b, t.t, t.s) || f.inTurn(t.b, t.a, t.s, t.t))
}

// inTurn reports whether a can move to s and then b to t.
func (f *defence) inTurn(a, b *piece, s, t uint64) bool {
	return a.reach&s != 0 && f.board.spread(b.at, f.empty^a.at^s)&t != 0
}
