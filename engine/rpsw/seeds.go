package rpsw

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// AppendExits implements [fast.Seeder]. It finds the next mover's immediate wins once for all quiet
// moves.
func (w *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	k, f := &w.at, &w.frame
	k.seek(i)
	f.before = k.matter
	f.turn(k)
	f.reach(k)
	d := f.threats(k)
	for p := range k.m {
		quiet := f.quiet[p&3]
		inside += bits.OnesCount64(quiet)
		open += bits.OnesCount64(quiet & f.answers(k, &d, p))
		if f.captures[p&3] != 0 {
			dst = f.appendCaptures(dst, p)
		}
	}
	if f.wins {
		ends = engine.WinsNow
	}
	return dst, inside, open, ends
}

// threats holds the next mover's immediate wins if the mover made no move.
type threats struct {
	targets uint64        // squares of the last row that a waiting piece can step onto if they are empty
	taken   [kinds]uint64 // by moving piece: where a capture of it wins: on the last row or, if it is the last of its side, anywhere
	bare    uint64        // targets without a moving piece
	hanging uint64        // number of moving pieces whose capture wins
}

// threats returns the threats of the frame's position.
func (f *frame) threats(k *cursor) (d threats) {
	b := f.v.board
	var takers [kinds]uint64 // by kind of moving piece: where waiting pieces that take it reach
	ends := b.lastRow        // where a capture wins
	if k.m == 1 {
		ends = b.all
	}
	for q := range k.n {
		to := b.king[f.waiting[q&3]&63]
		d.targets |= to & b.lastRow
		prey := takes[k.oppKinds[q&3]&3]
		takers[prey[0]&3] |= to & ends
		takers[prey[1]&3] |= to & ends
	}
	if d.targets == 0 && k.m > 1 {
		return d
	}
	d.bare = d.targets
	for p := range k.m {
		square := f.moving[p&3] & 63
		d.bare &^= 1 << square
		d.taken[p&3] = takers[k.ownKinds[p&3]&3]
		d.hanging += d.taken[p&3] >> square & 1
	}
	return d
}

// answers returns the squares to which moving piece p must go so that the next mover has no
// immediate win. After the move, pieces that cannot be taken must cover all targets.
func (f *frame) answers(k *cursor, d *threats, p int) uint64 {
	bit := uint64(1) << (f.moving[p&3] & 63)
	if d.hanging > d.taken[p&3]>>(f.moving[p&3]&63)&1 {
		return 0 // another piece can be taken
	}
	to := ^d.taken[p&3]
	switch bare := d.bare | d.targets&bit; bits.OnesCount64(bare) {
	case 0:
		return to
	case 1:
		return to & bare
	}
	return 0
}
