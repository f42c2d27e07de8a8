package rpsw

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// ScanWins implements [fast.WinScanner]. With one opposing piece it checks the positions one by
// one. With more, a step onto the last row is the only immediate win, and the own pieces determine
// how the opponent can prevent it. ScanWins then goes through the own placements.
func (w *scratch) ScanWins(wins *fast.Set, first, n uint64) {
	k := &w.at
	for i, end := first, first+n; i < end; {
		k.seek(i)
		s := defence{wins: wins, first: i, end: min(end, k.block+k.blocks)}
		if k.n == 1 {
			for ; i < s.end; i++ {
				k.seek(i)
				w.frame.turn(k)
				w.frame.reach(k)
				if w.frame.wins {
					wins.Add(i)
				}
			}
		} else if s.face(w.board, k); s.targets != 0 {
			s.scan(0, k.block, k.ownSet, s.targets)
		}
		i = s.end
	}
}

// defence finds, for one own placement, the placements of several opposing pieces that fail to keep
// own pieces off the last row. A defence succeeds if opposing pieces stand on all squares of that
// row that own pieces can step onto, and none of them can be taken there.
type defence struct {
	wins       *fast.Set
	first, end uint64 // the requested indices

	n       int
	digits  [kinds]digit
	targets uint64
	taken   [kinds]uint64 // by opposing piece: the targets on which an own piece takes it
}

// face sets the own placement to that of a cursor.
func (s *defence) face(b *board, k *cursor) {
	s.n, s.digits = k.n, k.form.opp
	for p := range k.m {
		from := uint64(1) << (k.own[p&3] & 63)
		if from&b.beforeEnd == 0 {
			continue
		}
		targets := b.king[k.own[p&3]&63] & b.lastRow
		s.targets |= targets
		for q := range k.n {
			if prey := takes[k.ownKinds[p&3]&3]; prey[0] == k.oppKinds[q&3] || prey[1] == k.oppKinds[q&3] {
				s.taken[q&3] |= targets
			}
		}
	}
}

// scan tries the squares of opposing piece p. occupied holds the squares of the earlier opposing
// pieces and the own ones, and open holds the targets that no earlier piece stands on. The
// placements have indices from base on.
func (s *defence) scan(p int, base, occupied, open uint64) {
	d := &s.digits[p&3]
	for free := d.region &^ occupied; free != 0 && base < s.end; free &= free - 1 {
		bit := free & -free
		next := base + d.unit
		left := open &^ bit
		switch {
		case next <= s.first:
		case bit&s.taken[p&3] != 0, bits.OnesCount64(left) >= s.n-p:
			s.won(base, next) // this piece is taken, or the later pieces are too few for the targets left
		case left != 0:
			s.scan(p+1, base, occupied|bit, left)
		}
		base = next
	}
}

// won adds the requested indices from first to before end.
func (s *defence) won(first, end uint64) {
	for i := max(first, s.first); i < min(end, s.end); i++ {
		s.wins.Add(i)
	}
}

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
