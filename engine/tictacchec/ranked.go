package tictacchec

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/fast"
)

// Variant is a member of the family. It implements [engine.Game] at the full level.
type Variant struct {
	engine.Game
	*ranking
	slices []engine.Slice
	play   uint64 // the first position after the opening
}

func newVariant(spec engine.Spec, t *set) (engine.Game, error) {
	k := newRanking(t)
	r := &rules{t, k}
	g, err := discover.Keyed(spec, engine.Byte, r.contract(), []discover.Slice{{Keys: r}})
	if err != nil {
		return nil, err
	}
	v := &Variant{Game: g, ranking: k, play: k.first[t.opening]}
	for ply, first := range k.first[:t.opening] {
		v.slices = append(v.slices, engine.Slice{
			Name: fmt.Sprintf("%d placed", ply), First: first, Size: k.first[ply+1] - first, Exits: []int{ply + 1}, Layer: true,
		})
	}
	v.slices = append(v.slices, engine.Slice{Name: "play", First: v.play, Size: v.Size() - v.play})
	return v, nil
}

// Slices implements [engine.Game].
func (v *Variant) Slices() []engine.Slice { return v.slices }

// Weight implements [engine.Game].
func (v *Variant) Weight(i uint64) uint64 {
	weight, _ := v.weightRun(i)
	return weight
}

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	p := v.Game.Parts()
	p.WeightRun, p.Sections = v.weightRun, v.sections
	return p
}

// weightRun implements the WeightRun of [engine.Parts]. The empty board is its own mirror image. It
// comes first in the opening, and first after it.
func (v *Variant) weightRun(i uint64) (weight, end uint64) {
	switch {
	case i == 0 || i == v.play:
		return 1, i + 1
	case i < v.play:
		return 2, v.play
	}
	return 2, v.Size()
}

// sections implements the Sections of [engine.Parts]: the two parts that the publication counts
// separately.
func (v *Variant) sections() []engine.Section {
	return []engine.Section{{Name: "opening", Size: v.play}, {Name: "play", First: v.play, Size: v.Size() - v.play}}
}

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

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	m := w.at(i)
	if w.frame = w.frameOf(&m); w.line(w.frame.others) || w.line(w.frame.own) {
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
