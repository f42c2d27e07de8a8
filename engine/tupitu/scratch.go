package tupitu

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// scratch implements [engine.Generator] and [fast.LayerEvaluator].
type scratch struct {
	*Variant
	*tables
	at        walker
	evaluator *evaluator // built on first use
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := newScratch(v)
	return engine.Scratch{Generator: w, LayerEvaluator: w}
}

func newScratch(v *Variant) *scratch { return &scratch{Variant: v, tables: v.tables()} }

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	return engine.Parts{Depiction: depiction, WeightRun: v.weightRun}
}

// walker remembers the last position, since the next one usually has the next index.
type walker struct {
	index uint64
	end   uint64 // the index after the last of the same size and class, or 0 before the first position
	n, q  int
	set   uint32
}

// walk moves the walker to index i.
func (w *scratch) walk(i uint64) *walker {
	a := &w.at
	if i == a.index+1 && i < a.end {
		// This is the next greater word with as many bits.
		carried := a.set + a.set&-a.set
		a.set = carried | (carried^a.set)>>(2+bits.TrailingZeros32(a.set))
		a.index = i
		return a
	}
	n, q, rank := w.locate(i)
	*a = walker{index: i, end: w.Variant.at(n, q, 0) + w.sets(n), n: n, q: q, set: w.unrank(rank, n)}
	return a
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	a := w.walk(i)
	q := &w.classes[a.q]
	b := w.board
	p := Position{mover: q.mover, opponent: q.opponent, cleared: q.spread(a.set)}
	steps := b.steps(p)
	if steps == 0 {
		return dst, engine.IsLost
	}
	for steps != 0 {
		to := w.pairs[int(p.opponent)*maxTiles+lowest(&steps)]
		r := &w.classes[to.class]
		set := r.squeeze(b.symmetries[to.symmetry].image(p.cleared))
		first := w.Variant.at(a.n+1, int(to.class), 0)
		starts := w.starts[r.low][a.n+1]
		low, high := set&(1<<r.low-1), set>>r.low
		inBlock := first + uint64(starts[high])
		for rest := low ^ (1<<r.low - 1); rest != 0; rest &= rest - 1 {
			dst = append(dst, inBlock+uint64(w.lowRank[low|rest&-rest]))
		}
		first += uint64(w.lowRank[low])
		for rest := high ^ (1<<(w.others-r.low) - 1); rest != 0; rest &= rest - 1 {
			dst = append(dst, first+uint64(starts[high|rest&-rest]))
		}
	}
	return dst, 0
}
