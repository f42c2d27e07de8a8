package tictacchec

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.Searcher],
// [fast.WinScanner] and [fast.Seeder].
type scratch struct {
	*Variant
	list  []men
	frame frame
	class *class // of the last position
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := &scratch{Variant: v, class: &v.classes[0]}
	return engine.Scratch{Generator: w, Unmover: w, Searcher: w, WinScanner: w, Seeder: w}
}

// at returns the men of an index.
func (w *scratch) at(i uint64) men {
	if i-w.class.first >= w.class.size {
		w.class = w.classAt(i)
	}
	return w.menOf(w.class, i)
}

// begin sets the frame to a position, and reports whether play goes on.
func (w *scratch) begin(i uint64) bool {
	m := w.at(i)
	w.frame = w.frameOf(&m)
	return !w.line(w.frame.others) && !w.line(w.frame.own)
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if !w.begin(i) {
		return dst, engine.IsLost
	}
	for piece := w.n; piece < 2*w.n; piece++ {
		w.list = w.appendMovesOf(w.list[:0], &w.frame, piece, false)
		for n := range w.list {
			dst = append(dst, w.indexOf(&w.list[n]))
		}
	}
	return dst, 0
}

// AppendPredecessors implements [fast.Unmover].
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	if i < w.play {
		return dst
	}
	m := w.at(i)
	w.list = w.appendUnmoves(w.list[:0], &m)
	for n := range w.list {
		dst = append(dst, w.indexOf(&w.list[n]))
	}
	return dst
}

// ScanWins implements [fast.WinScanner]. A line ends the game in its own position, so every winning
// move leads to a position.
func (w *scratch) ScanWins(*fast.Set, uint64, uint64) {}

// AppendExits implements [fast.Seeder]. Every move in the opening leaves the slice; no move after
// it does.
func (w *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	if i < w.play {
		exits, ends = w.AppendSuccessors(dst, i)
		return exits, 0, 0, ends
	}
	if !w.begin(i) {
		return dst, 0, 0, engine.IsLost
	}
	for piece := w.n; piece < 2*w.n; piece++ {
		inside += bits.OnesCount16(w.targets(&w.frame, piece, false))
	}
	return dst, inside, inside, 0
}

// Outside implements [fast.Searcher].
func (w *scratch) Outside(i uint64, set *fast.Set) (successor uint64, ok bool) {
	return w.search(i, set, false)
}

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	_, ok := w.search(i, set, true)
	return ok
}

// search returns a successor that the set contains or, unless in, covers and does not contain.
func (w *scratch) search(i uint64, set *fast.Set, in bool) (successor uint64, ok bool) {
	if !w.begin(i) {
		return 0, false
	}
	for piece := w.n; piece < 2*w.n; piece++ {
		w.list = w.appendMovesOf(w.list[:0], &w.frame, piece, false)
		for n := range w.list {
			if j := w.indexOf(&w.list[n]); in && set.Has(j) || !in && set.Lacks(j) {
				return j, true
			}
		}
	}
	return 0, false
}
