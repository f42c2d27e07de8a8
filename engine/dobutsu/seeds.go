package dobutsu

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// ScanWins implements [fast.WinScanner]. The immediate win is a lion that comes across. It stands
// in the row before the last.
func (w *scratch) ScanWins(wins *fast.Set, first, n uint64) {
	for i, end := first, first+n; i < end; {
		if i == w.takesLion() {
			wins.Add(i)
			return
		}
		pair := w.places.Place(i) / w.unit
		last := min(end, w.stored.Before((pair+1)*w.unit))
		if w.near(w.lions[pair][0]) {
			for ; i < last; i++ {
				if w.load(i); w.men.crosses(w.board) {
					wins.Add(i)
				}
			}
		}
		i = last
	}
}

// near reports whether a square is in the row before the last, from which a lion can come across.
func (b *board) near(s uint8) bool { return b.last>>columns>>s&1 != 0 }

// tally counts the moves of a position.
type tally struct {
	inside, open int
	once         []men // successors that count once, however many moves lead to them
}

// count counts a move.
func (w *scratch) count(n *men) {
	if n.attacked(w.board, n.lions[1]) {
		w.exposed = true
		return
	}
	t := &w.tally
	if w.own || w.pairs[n.lions[0]][n.lions[1]].double {
		m := *n
		if m.mirror(w.board); w.own || m == *n {
			if slices.Contains(t.once, *n) || slices.Contains(t.once, m) {
				return
			}
			t.once = append(t.once, *n)
		}
	}
	t.inside++
	if !n.crosses(w.board) {
		t.open++
	}
}

// AppendExits implements [fast.Seeder]. If the lion is not attacked, no move of another piece lets
// it be taken.
func (w *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	if i == w.takesLion() {
		return dst, 0, 0, engine.WinsNow
	}
	w.seek(i)
	f, t := &w.frame, &w.tally
	*t = tally{once: t.once[:0]}
	w.counting = true
	if w.pairs[f.lions[0]][f.lions[1]].double || w.near(f.lions[0]) || w.attackers != 0 {
		w.appendAll(nil)
	} else {
		w.queueLion()
		others := w.countOthers()
		t.inside, t.open = t.inside+others, t.open+others
	}
	w.counting = false
	if w.exposed {
		dst = append(dst, w.takesLion())
	}
	return dst, t.inside, t.open, w.ends
}

// countOthers counts the moves of all pieces except the lion.
func (w *scratch) countOthers() (n int) {
	f := &w.frame
	stay := f.others() | 1<<f.lions[1]
	free := bits.OnesCount16(w.all &^ f.occupied())
	for kind := range kinds {
		for from := f.at[kind] &^ f.own; from != 0; from &= from - 1 {
			as := kind
			if f.hens&from&-from != 0 {
				as = hen
			}
			n += bits.OnesCount16(w.down[as][bits.TrailingZeros16(from)] &^ stay)
		}
		if w.drops && f.away(kind, int(w.counts[kind])) > 0 {
			n += free
		}
	}
	return n
}
