package pushfight

import "math/bits"

// parry is a turn that broke all threats of the opponent at some position.
type parry struct {
	from, to               uint64 // the squares that the mover's pieces leave and enter
	fromPushers, toPushers uint64 // of these, those of pushers
	empty                  uint64 // the ways of the moves
	pusher                 uint64 // where the push starts, 0: no turn
	d                      int
}

// parry reports whether a turn can be made in p and leaves the opponent without a
// win at once.
func (f *defence) parry(p *Position, t *parry) bool {
	if t.from&^(p.occupied&^p.theirs)|p.occupied&t.empty|(p.pusher&t.from^t.fromPushers) != 0 {
		return false
	}
	q := *p
	q.occupied = q.occupied&^t.from | t.to
	q.pusher = q.pusher&^t.fromPushers | t.toPushers
	if q.pusher&^q.theirs&t.pusher == 0 {
		return false
	}
	c := bits.TrailingZeros64(t.pusher)
	b := f.board
	next := uint64(1) << ((c + b.step[t.d]) & 63)
	row := b.row(c, t.d, q.occupied)
	if row == 0 || q.occupied&next == 0 || row&q.anchor != 0 {
		return false
	}
	Stats[14]++
	n := b.shifted(q, c, t.d)
	for i := range f.threats {
		if f.threats[i].holds(&n) {
			return false
		}
	}
	Stats[15]++
	return !f.test.wins(n)
}

// remember keeps a turn for the positions to come, unless pieces traded places.
func (f *defence) remember(moves *turnOff, m placement, c, d int) {
	own, pushers := f.own, f.pushers
	t := parry{from: own &^ m.own, to: m.own &^ own, fromPushers: pushers &^ m.pushers, toPushers: m.pushers &^ pushers, pusher: 1 << c, d: d}
	if t.fromPushers&^t.from|t.toPushers&^t.to != 0 {
		return
	}
	var q quarry
	switch bits.OnesCount64(t.from) {
	case 0:
	case 1:
		if f.hunter.step(&q, t.to, t.from, f.empty, false) == 0 {
			return
		}
	case 2:
		if !f.moves(&q, &t) {
			return
		}
	}
	t.empty = q.empty
	if len(f.parries) < mostParries {
		f.parries = append(f.parries, t)
	}
	copy(f.parries[1:], f.parries)
	f.parries[0] = t
}

func (f *defence) moves(q *quarry, t *parry) bool {
	for rest := t.to; rest != 0; rest &= rest - 1 {
		to := rest & -rest
		pieces := t.from &^ t.fromPushers
		if to&t.toPushers != 0 {
			pieces = t.fromPushers
		}
		for ; pieces != 0; pieces &= pieces - 1 {
			first := pieces & -pieces
			*q = quarry{}
			if f.hunter.step(q, to, first, f.empty, false) != 0 && f.hunter.step(q, t.to&^to, t.from&^first, f.empty^first^to, false) != 0 {
				q.empty &^= first
				return true
			}
		}
	}
	return false
}
