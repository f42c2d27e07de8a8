package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

// knownReply is a threat with, by direction, the squares of pushers whose push may touch the
// threat's squares.
type knownReply struct {
	threat
	near [4]uint64
}

// reply is a threat of the opponent whose own pieces already stand in place.
type reply struct {
	near [4]uint64
	all  uint64
}

// class is a set of squares where a piece of the mover has the same effect on the replies.
type class struct{ squares, breaks, fills uint64 }

// learn replaces the oldest known threat of the opponent.
func (f *defence) learn(t *threat) {
	k := &f.known[f.oldest]
	f.oldest = (f.oldest + 1) % keptReplies
	b := f.board
	k.threat = *t
	k.near = [4]uint64{
		left:  on(t.all, b.cells, 1, b.width),
		right: back(t.all, b.cells, 1, b.width),
		up:    on(t.all, b.cells, b.stride, b.height),
		down:  back(t.all, b.cells, b.stride, b.height),
	}
	f.answer(k)
}

// answer adds a known threat to the replies if the opponent's pieces allow it.
func (f *defence) answer(k *knownReply) {
	theirs := f.p.theirs
	if k.empty&theirs|k.movers&^theirs|k.pushers&^f.p.pusher|k.victim&theirs != 0 || len(f.replies) == mostReplies {
		return
	}
	bit := uint64(1) << len(f.replies)
	f.replies = append(f.replies, reply{k.near, k.all})
	for rest := k.empty; rest != 0; rest &= rest - 1 {
		f.clears[bits.TrailingZeros64(rest)&63] |= bit
	}
	wanted := k.row &^ theirs
	for rest := wanted; rest != 0; rest &= rest - 1 {
		f.wants[bits.TrailingZeros64(rest)&63] |= bit
	}
	switch lack := wanted &^ f.now.own; {
	case lack&(lack-1) != 0:
		f.lacksMore |= bit
	case lack != 0:
		f.lacksOne |= bit
	}
}

// lift takes the pieces a and b, or a alone, or none off the board, and sorts their target
// squares into classes.
func (f *defence) lift(a, b *piece, targets uint64) {
	f.a, f.b = a, b
	f.base = f.now
	for _, q := range [2]*piece{a, b} {
		if q != nil {
			f.base.own &^= q.at
			f.base.pushers &^= q.at
		}
	}
	f.weigh()
	if f.working == 0 && f.hunt() {
		f.weigh()
	}
	f.classes = append(f.classes[:0], class{})
	plain := targets
next:
	for rest := targets; rest != 0; rest &= rest - 1 {
		at := rest & -rest
		c := bits.TrailingZeros64(at) & 63
		breaks, fills := f.clears[c]&(f.working|f.lacking), f.wants[c]&f.lacking
		if breaks|fills == 0 {
			continue
		}
		plain ^= at
		for i := range f.classes[1:] {
			k := &f.classes[1+i]
			if k.breaks == breaks && k.fills == fills {
				k.squares |= at
				continue next
			}
		}
		f.classes = append(f.classes, class{at, breaks, fills})
	}
	f.classes[0].squares = plain
}

// weigh computes working and lacking.
func (f *defence) weigh() {
	broken := f.lacksMore
	for rest := f.base.own; rest != 0; rest &= rest - 1 {
		broken |= f.clears[bits.TrailingZeros64(rest)&63]
	}
	sound := (1<<len(f.replies) - 1) &^ broken
	var x, y uint64 // the replies that want the lifted pieces
	if f.a != nil {
		x = f.wants[bits.TrailingZeros64(f.a.at)&63]
	}
	if f.b != nil {
		y = f.wants[bits.TrailingZeros64(f.b.at)&63]
	}
	f.working = sound &^ (f.lacksOne | x | y)
	f.lacking = sound & (f.lacksOne ^ x ^ y) &^ (f.lacksOne & x & y)
}

// hunt searches for threats of the opponent without the lifted pieces, and reports whether there
// are any.
func (f *defence) hunt() bool {
	lifted := f.now.own &^ f.base.own
	q := f.p
	q.theirs ^= q.occupied // seen by the opponent
	q.occupied &^= lifted
	q.pusher &^= lifted
	q.theirs &^= lifted
	q.anchor = 0
	found := f.hunter.find(&q, f.board.cells, 4)
	for i := range found {
		f.learn(&found[i])
	}
	return len(found) > 0
}

// replier implements [fast.Replier].
type replier struct {
	*scratch
	found, ended map[Position]struct{}
}

func newReplier(v *Variant) fast.Replier {
	return &replier{newScratch(v), map[Position]struct{}{}, map[Position]struct{}{}}
}

// AppendReplies implements [fast.Replier].
func (r *replier) AppendReplies(dst []uint64, position any) (_ []uint64, won, lost uint64) {
	p, b := position.(Position), r.board
	if r.over(p) {
		return dst, 0, 0
	}
	clear(r.found)
	clear(r.ended)
	for _, m := range r.placer.all(p.mine(), p.pusher&^p.theirs, p.theirs) {
		q := p.at(m)
		if b.winsBy(q.occupied, q.theirs, q.anchor, m.pushers) {
			r.addWins(q, m.pushers)
		}
		r.pushed = b.appendPushed(r.pushed[:0], q, m.pushers)
		for _, n := range r.pushed {
			r.found[n] = struct{}{}
		}
	}
	for q := range r.found {
		if r.test.wins(q) {
			lost++
		} else {
			dst = append(dst, r.index(q.occupied, q.pusher, q.theirs, q.anchor)) // after a turn all are stored
		}
	}
	return dst, uint64(len(r.ended)), lost
}

// addWins adds the positions after pushes that drop an opponent's piece.
func (r *replier) addWins(q Position, pushers uint64) {
	for ; pushers != 0; pushers &= pushers - 1 {
		for d := range 4 {
			if to, result := r.board.push(q, bits.TrailingZeros64(pushers), d); result == pushWins {
				r.ended[to] = struct{}{}
			}
		}
	}
}
