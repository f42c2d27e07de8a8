package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

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
