package pushfight

import "math/bits"

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
