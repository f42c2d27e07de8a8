package rpsw

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements all parts of an [engine.Scratch] that apply to a game with these values,
// except those for layers.
type scratch struct {
	*Variant
	at    cursor
	frame frame
	back  winning

	here, twin arrangement // a position whose last move is taken back, and its mirror image
	buf        [8]uint64   // a king has at most 8 moves
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := newScratch(v)
	return engine.Scratch{Generator: w, Unmover: w, OpenUnmover: w, WinScanner: w, Seeder: w, Searcher: w}
}

func newScratch(v *Variant) *scratch {
	return &scratch{Variant: v, at: cursor{v: &v.numbering}, frame: frame{v: &v.numbering}}
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	w.at.seek(i)
	f := &w.frame
	f.set(&w.at)
	for p := range w.at.m {
		dst = f.appendQuiet(dst, p)
		dst = f.appendCaptures(dst, p)
	}
	if f.wins {
		return dst, engine.WinsNow
	}
	return dst, 0
}

// Outside implements [fast.Searcher].
func (w *scratch) Outside(i uint64, set *fast.Set) (uint64, bool) { return w.search(i, set, false) }

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	_, ok := w.search(i, set, true)
	return ok
}

// search returns a successor that the set contains or, unless in, covers and does not contain.
// Captures come last, because numbering them is slower.
func (w *scratch) search(i uint64, set *fast.Set, in bool) (uint64, bool) {
	w.at.seek(i)
	w.frame.set(&w.at)
	for n := range 2 * w.at.m {
		moves := w.buf[:0]
		if n < w.at.m {
			moves = w.frame.appendQuiet(moves, n)
		} else {
			moves = w.frame.appendCaptures(moves, n-w.at.m)
		}
		first := -1
		if in {
			first = set.FirstOf(moves)
		} else {
			first = set.FirstLacking(moves)
		}
		if first >= 0 {
			return moves[first], true
		}
	}
	return 0, false
}
