package tictacchec

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover] and [fast.WinScanner].
type scratch struct {
	*Variant
	list  []men
	frame frame
	class *class // of the last position
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := &scratch{Variant: v, class: &v.classes[0]}
	return engine.Scratch{Generator: w, Unmover: w, WinScanner: w}
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
