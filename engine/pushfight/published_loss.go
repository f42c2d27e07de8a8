package pushfight

import "math/bits"

// reply is a threat of the opponent as the mover sees it, who tries to break it with
// a turn.
//
// While the opponent's pieces stand as they are, and so until the mover pushes, it
// holds where the mover's pieces on watched are exactly those of wanted. A push
// leaves it alone that touches none of its squares.
type reply struct {
	watched, wanted uint64
	all             uint64
	// By direction: where a pusher can stand whose push touches the squares.
	near [4]uint64
}

// parry is a turn that broke all threats of the opponent at some position.
type parry struct {
	from, to               uint64 // the squares that the mover's pieces leave and enter
	fromPushers, toPushers uint64 // of these, those of pushers
	empty                  uint64 // the ways of the moves
	pusher                 uint64 // where the push starts, 0: no turn
	d                      int
}

// LosesX reports whether each turn of p, which must not be won this turn, leaves the
// opponent a win with his next turn, or there is none.
func (k *Kernel) LosesX(p Position) bool {
	for i := range k.parries {
		if k.parry(&p, &k.parries[i]) {
			t := k.parries[i]
			copy(k.parries[1:i+1], k.parries[:i])
			k.parries[0] = t
			Stats[5]++
			return false
		}
	}
	k.gather(&p)
	own, pushers := p.mine(), p.pusher&^p.theirs
	g := &k.placer
	g.list = append(g.list[:0], placement{own, pushers})
	for stage := range 3 {
		for _, m := range g.list {
			if k.escapes(&p, m) {
				return false
			}
		}
		g.list = g.list[:0]
		switch stage {
		case 0:
			g.one(own, pushers, p.theirs)
		case 1:
			g.two(own, pushers, p.theirs)
		}
	}
	Stats[6]++
	return true
}

// parry reports whether a turn can be made in p and leaves the opponent without a
// win at once.
func (k *Kernel) parry(p *Position, t *parry) bool {
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
	b := k.variant.board
	ray := b.ray[t.d][c]
	line := ray &^ q.occupied
	next := uint64(1) << ((c + b.step[t.d]) & 63)
	if line == 0 || q.occupied&next == 0 || k.rowTo(ray, line, t.d)&q.anchor != 0 {
		return false
	}
	Stats[14]++
	n := b.shifted(q, c, t.d)
	for i := range k.threats {
		if k.threats[i].holds(&n) {
			return false
		}
	}
	Stats[15]++
	return !k.test.wins(n)
}

// rowTo returns the squares of a ray up to the nearest of line.
func (k *Kernel) rowTo(ray, line uint64, d int) uint64 {
	if d == right || d == down {
		end := line & -line
		return ray & (end | (end - 1))
	}
	end := uint64(1) << (63 - bits.LeadingZeros64(line)&63)
	return ray & ^(end - 1)
}

// remember keeps a turn for the positions to come, unless pieces traded places.
func (k *Kernel) remember(p *Position, m placement, c, d int) {
	own, pushers := p.mine(), p.pusher&^p.theirs
	t := parry{from: own &^ m.own, to: m.own &^ own, fromPushers: pushers &^ m.pushers, toPushers: m.pushers &^ pushers, pusher: 1 << c, d: d}
	if t.fromPushers&^t.from|t.toPushers&^t.to != 0 {
		return
	}
	empty := k.variant.board.cells &^ p.occupied
	var q quarry
	switch bits.OnesCount64(t.from) {
	case 0:
	case 1:
		if k.hunter.step(&q, t.to, t.from, empty, false) == 0 {
			return
		}
	case 2:
		if !k.moves(&q, &t, empty) {
			return
		}
	}
	t.empty = q.empty
	if len(k.parries) < 64 {
		k.parries = append(k.parries, t)
	}
	copy(k.parries[1:], k.parries)
	k.parries[0] = t
}

func (k *Kernel) moves(q *quarry, t *parry, empty uint64) bool {
	for rest := t.to; rest != 0; rest &= rest - 1 {
		to := rest & -rest
		pieces := t.from &^ t.fromPushers
		if to&t.toPushers != 0 {
			pieces = t.fromPushers
		}
		for ; pieces != 0; pieces &= pieces - 1 {
			first := pieces & -pieces
			*q = quarry{}
			if k.hunter.step(q, to, first, empty, false) != 0 && k.hunter.step(q, t.to&^to, t.from&^first, empty^first^to, false) != 0 {
				q.empty &^= first
				return true
			}
		}
	}
	return false
}

// gather sets up the replies for the turns of p.
func (k *Kernel) gather(p *Position) {
	k.replies = k.replies[:0]
	pass := p.swapped()
	pass.anchor = 0
	for i := range k.threats {
		t := &k.threats[i]
		// opponent's part
		if t.empty&p.theirs|t.movers&^p.theirs|t.pushers&^p.pusher|t.victim&p.theirs == 0 && t.row != 0 {
			k.reply(p, t)
		}
	}
	if len(k.replies) == 0 {
		if t, ok := k.hunter.find(&pass, k.variant.board.cells); ok {
			k.learn(t)
			k.reply(p, &t)
			Stats[12]++
		} else {
			Stats[13]++
		}
	}
}

func (k *Kernel) learn(t threat) {
	k.threats[k.nextThreat] = t
	k.nextThreat = (k.nextThreat + 1) % len(k.threats)
}

func (k *Kernel) reply(p *Position, t *threat) {
	b := k.variant.board
	r := reply{all: t.all}
	r.wanted = t.row &^ p.theirs
	r.watched = r.wanted | t.empty
	s := b.stride & 63
	r.near = [4]uint64{t.all, t.all, t.all, t.all}
	for range b.width {
		r.near[right] |= r.near[right] >> 1 & b.cells
		r.near[left] |= r.near[left] << 1 & b.cells
	}
	for range b.height {
		r.near[down] |= r.near[down] >> s & b.cells
		r.near[up] |= r.near[up] << s & b.cells
	}
	k.replies = append(k.replies, r)
}

// escapes reports whether some push after the moves to m leaves the opponent
// without a win at once.
func (k *Kernel) escapes(p *Position, m placement) bool {
	b := k.variant.board
	s := b.stride & 63
	occupied := m.own | p.theirs
	Stats[7]++
	pushing := [4]uint64{
		left:  m.pushers & (occupied << 1),
		right: m.pushers & (occupied >> 1),
		up:    m.pushers & (occupied << s),
		down:  m.pushers & (occupied >> s),
	}
	for i := range k.replies {
		r := &k.replies[i]
		if m.own&r.watched != r.wanted {
			continue
		}
		pushing[0] &= r.near[0]
		pushing[1] &= r.near[1]
		pushing[2] &= r.near[2]
		pushing[3] &= r.near[3]
		if pushing[0]|pushing[1]|pushing[2]|pushing[3] == 0 {
			return false
		}
	}
	q := p.at(m)
	for d := range 4 {
	next:
		for rest := pushing[d]; rest != 0; rest &= rest - 1 {
			Stats[8]++
			c := bits.TrailingZeros64(rest)
			ray := b.ray[d][c]
			line := ray &^ occupied
			if line == 0 {
				continue // against the railing, or an own piece over the edge
			}
			touched := k.rowTo(ray, line, d)
			if touched&p.anchor != 0 {
				continue
			}
			touched |= 1 << c
			for i := range k.replies {
				r := &k.replies[i]
				if touched&r.all == 0 && m.own&r.watched == r.wanted {
					continue next
				}
			}
			Stats[9]++
			n := b.shifted(q, c, d)
			for i := range k.threats {
				if k.threats[i].holds(&n) {
					continue next
				}
			}
			Stats[10]++
			if !k.test.wins(n) {
				k.remember(p, m, c, d)
				return true
			}
			Stats[11]++
			if t, ok := k.hunter.find(&n, b.cells); ok {
				k.learn(t)
				if t.empty&p.theirs|t.movers&^p.theirs|t.pushers&^p.pusher|t.victim&p.theirs == 0 {
					k.reply(p, &t)
				}
			}
		}
	}
	return false
}
