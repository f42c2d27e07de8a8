package tictacchec

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.Searcher],
// [fast.WinScanner] and [fast.Seeder].
type scratch struct {
	*Variant
	list  []men
	frame frame
	class *class // of the last position after the opening
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := &scratch{Variant: v, class: &v.plays.classes[0]}
	return engine.Scratch{Generator: w, Unmover: w, Searcher: w, WinScanner: w, Seeder: w}
}

// at returns the men of an index.
func (w *scratch) at(i uint64) men {
	if i < w.first {
		_, m := w.menAt(i)
		return m
	}
	i -= w.first
	if i-w.class.first >= w.class.size {
		w.class = w.plays.classAt(i)
	}
	return w.menOf(w.class, w.opening, uint32(i-w.class.first))
}

// moves lists the men after each move, and reports whether the position is over.
func (w *scratch) moves(i uint64) (over bool) {
	m := w.at(i)
	w.list = w.list[:0]
	if w.over(&m) {
		return true
	}
	w.list = w.appendMoves(w.list, &m, false)
	return false
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	if w.moves(i) {
		return dst, engine.IsLost
	}
	for n := range w.list {
		dst = append(dst, w.indexOf(&w.list[n]))
	}
	return dst, 0
}

// AppendPredecessors implements [fast.Unmover].
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	if i < w.first {
		return dst
	}
	m := w.at(i)
	w.list = w.appendUnmoves(w.list[:0], &m)
	for n := range w.list {
		dst = append(dst, w.first+w.rank(&w.plays, &w.list[n]))
	}
	return dst
}

// ScanWins implements [fast.WinScanner]. A line ends the game in its own position, so every winning
// move leads to a position.
func (w *scratch) ScanWins(*fast.Set, uint64, uint64) {}

// AppendExits implements [fast.Seeder]. Every move in the opening leaves the slice; no move after
// it does.
func (w *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	if i < w.first {
		exits, ends = w.AppendSuccessors(dst, i)
		return exits, 0, 0, ends
	}
	if !w.begin(i) {
		return dst, 0, 0, engine.IsLost
	}
	n := w.countMoves(&w.frame)
	return dst, n, n, 0
}

// begin sets the frame to a position, and reports whether there are moves.
func (w *scratch) begin(i uint64) bool {
	m := w.at(i)
	w.frame = w.frameOf(&m)
	return !w.line(w.frame.others) && !w.line(w.frame.own)
}

// Outside implements [fast.Searcher].
func (w *scratch) Outside(i uint64, set *fast.Set) (successor uint64, ok bool) {
	if !w.begin(i) {
		return 0, false
	}
	for piece := w.n; piece < 2*w.n; piece++ {
		w.list = w.appendMovesOf(w.list[:0], &w.frame, piece, false)
		for n := range w.list {
			if j := w.indexOf(&w.list[n]); set.Lacks(j) {
				return j, true
			}
		}
	}
	return 0, false
}

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	if !w.begin(i) {
		return false
	}
	for piece := w.n; piece < 2*w.n; piece++ {
		w.list = w.appendMovesOf(w.list[:0], &w.frame, piece, false)
		for n := range w.list {
			if set.Has(w.indexOf(&w.list[n])) {
				return true
			}
		}
	}
	return false
}
