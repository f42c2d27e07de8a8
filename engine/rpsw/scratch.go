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

// Outside implements [fast.Searcher]. Captures come last, because numbering them is slower.
func (w *scratch) Outside(i uint64, set *fast.Set) (uint64, bool) {
	w.at.seek(i)
	w.frame.set(&w.at)
	for p := range w.at.m {
		moves := w.frame.appendQuiet(w.buf[:0], p)
		if n := set.FirstLacking(moves); n >= 0 {
			return moves[n], true
		}
	}
	for p := range w.at.m {
		moves := w.frame.appendCaptures(w.buf[:0], p)
		if n := set.FirstLacking(moves); n >= 0 {
			return moves[n], true
		}
	}
	return 0, false
}

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	w.at.seek(i)
	w.frame.set(&w.at)
	for p := range w.at.m {
		if set.FirstOf(w.frame.appendQuiet(w.buf[:0], p)) >= 0 {
			return true
		}
	}
	for p := range w.at.m {
		if set.FirstOf(w.frame.appendCaptures(w.buf[:0], p)) >= 0 {
			return true
		}
	}
	return false
}
