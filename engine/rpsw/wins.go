package rpsw

import (
	"math/bits"

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
			w.scanOne(wins, s.first, s.end)
		} else if s.face(w.board, k); s.targets != 0 {
			s.scan(0, k.block, k.ownSet, s.targets)
		}
		i = s.end
	}
}

// scanOne does the work of ScanWins for positions with the same own placement and one opposing
// piece.
func (w *scratch) scanOne(wins *fast.Set, first, end uint64) {
	for i := first; i < end; i++ {
		w.at.seek(i)
		w.frame.turn(&w.at)
		w.frame.reach(&w.at)
		if w.frame.wins {
			wins.Add(i)
		}
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
