package pushfight

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
)

// replier implements [fast.Replier].
type replier struct {
	*scratch
	found distinct
	ended distinct
}

func newReplier(v *Variant) fast.Replier { return &replier{scratch: newScratch(v)} }

// AppendReplies implements [fast.Replier].
func (r *replier) AppendReplies(dst []uint64, position any) (_ []uint64, won, lost uint64) {
	p, b := position.(Position), r.board
	if r.over(p) {
		return dst, 0, 0
	}
	r.found.clear()
	r.ended.clear()
	for _, m := range r.placer.all(p.mine(), p.pusher&^p.theirs, p.theirs) {
		q := p.at(m)
		if b.winsBy(q.occupied, q.theirs, q.anchor, m.pushers) {
			r.addWins(q, m.pushers)
		}
		for d, pushing := range b.shifts(q.occupied, q.anchor, m.pushers) {
			for ; pushing != 0; pushing &= pushing - 1 {
				r.found.add(b.shifted(q, bits.TrailingZeros64(pushing), d))
			}
		}
	}
	for _, q := range r.found.list {
		if r.test.wins(q) {
			lost++
		} else {
			dst = append(dst, r.index(q.occupied, q.pusher, q.theirs, q.anchor)) // after a turn all are stored
		}
	}
	return dst, uint64(len(r.ended.list)), lost
}

// addWins adds the positions after pushes that drop an opponent's piece.
func (r *replier) addWins(q Position, pushers uint64) {
	for ; pushers != 0; pushers &= pushers - 1 {
		for d := range 4 {
			if to, result := r.board.push(q, bits.TrailingZeros64(pushers), d); result == pushWins {
				r.ended.add(to)
			}
		}
	}
}

// distinct is a list of positions without duplicates.
type distinct struct {
	list  []Position
	slots []uint32 // by hash: 1 + the place in the list, 0: none; a power of two of them
}

// clear empties the list.
func (s *distinct) clear() {
	if s.slots == nil {
		s.slots = make([]uint32, 1<<10)
	}
	if len(s.list) > 0 {
		clear(s.slots)
	}
	s.list = s.list[:0]
}

// add adds a position unless the list has it.
func (s *distinct) add(p Position) {
	slot := s.slot(p)
	if *slot != 0 {
		return
	}
	s.list = append(s.list, p)
	*slot = uint32(len(s.list))
	if 2*len(s.list) > len(s.slots) {
		s.slots = slices.Grow(s.slots[:0], 2*len(s.slots))[:2*len(s.slots)]
		clear(s.slots)
		for i, p := range s.list {
			*s.slot(p) = uint32(i + 1)
		}
	}
}

// slot returns the slot of a position, or the free slot for it.
func (s *distinct) slot(p Position) *uint32 {
	hash := p.occupied*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(p.pusher*0xc2b2ae3d27d4eb4f, 21) ^ bits.RotateLeft64(p.theirs*0x165667b19e3779f9, 42) ^ p.anchor
	hash = (hash ^ hash>>29) * 0xff51afd7ed558ccd
	mask := uint64(len(s.slots) - 1)
	for at := hash >> 32; ; at++ {
		slot := &s.slots[at&mask]
		if *slot == 0 || s.list[*slot-1] == p {
			return slot
		}
	}
}
