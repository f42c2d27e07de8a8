package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements the parts of an [engine.Scratch] that Push Fight has. An edge counts
// once for each placement of the mover's pieces and push that make it.
type scratch struct {
	*Variant
	placer           placer
	test             winTest
	pushed, unpushed []Position // room
}

// NewScratch implements [engine.Game].
func (v *Variant) NewScratch() engine.Scratch {
	w := newScratch(v)
	return engine.Scratch{Generator: w, Unmover: w, WinScanner: w, Searcher: w}
}

// Parts implements [engine.Game].
func (v *Variant) Parts() engine.Parts {
	p := engine.Parts{Depiction: depiction, Indices: func(p engine.Position) [][2]string { return indices(v, p) }, NewReplier: func() fast.Replier { return newReplier(v) }}
	if hasSlabs(v) {
		p.Slabs = func() fast.Slabs { return newSlabs(v) }
	}
	if hasOrder(v) {
		p.Order = func() fast.Order { return newOrder(v) }
	}
	return p
}

func newScratch(v *Variant) *scratch {
	return &scratch{Variant: v, placer: placer{board: v.board, list: make([]placement, 0, 4096)}, test: winTest{board: v.board}}
}

// mine returns the mover's pieces.
func (p *Position) mine() uint64 { return p.occupied &^ p.theirs }

// at returns p with the mover's pieces at the given placement.
func (p *Position) at(m placement) Position {
	return Position{
		occupied: m.own | p.theirs,
		pusher:   m.pushers | p.pusher&p.theirs,
		theirs:   p.theirs,
		anchor:   p.anchor,
	}
}

// AppendSuccessors implements [engine.Generator].
func (w *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	return w.appendIndices(dst, w.unminimize(i))
}

func (w *scratch) appendIndices(dst []uint64, p Position) ([]uint64, engine.Ends) {
	var ends engine.Ends
	for _, m := range w.placer.all(p.mine(), p.pusher&^p.theirs, p.theirs) {
		q := p.at(m)
		if ends == 0 && w.board.winsBy(q.occupied, q.theirs, q.anchor, m.pushers) {
			ends = engine.WinsNow
		}
		for d, pushing := range w.board.shifts(q.occupied, q.anchor, m.pushers) {
			for ; pushing != 0; pushing &= pushing - 1 {
				n := w.board.shifted(q, bits.TrailingZeros64(pushing), d)
				dst = append(dst, w.index(n.occupied, n.pusher, n.theirs, n.anchor))
			}
		}
	}
	return dst, ends
}

// AppendPredecessors implements [fast.Unmover].
func (w *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	w.unpushed = w.board.appendUnpushed(w.unpushed[:0], w.unminimize(i))
	for _, q := range w.unpushed {
		if q.anchor == 0 {
			continue
		}
		for _, m := range w.placer.all(q.mine(), q.pusher&^q.theirs, q.theirs) {
			n := q.at(m)
			for anchors := q.anchor; anchors != 0; anchors &= anchors - 1 {
				if j := w.index(n.occupied, n.pusher, n.theirs, anchors&-anchors); j != absent {
					dst = append(dst, j)
				}
			}
		}
	}
	return dst
}

// appendUnpushed appends the positions from which one push leads to p, seen by the player who
// pushed. Their anchor words hold all pushers of the opponent that may have been anchored.
func (b *Board) appendUnpushed(dst []Position, p Position) []Position {
	c := bits.TrailingZeros64(p.anchor)
	for d := range 4 {
		from := b.neighbour(c, d^1) // where the pusher came from
		if from < 0 || p.occupied>>from&1 != 0 {
			continue
		}
		q := p.swapped().moved(c, from)
		// One piece more of the row in front goes back each time.
		for at := c; ; {
			next := b.neighbour(at, d)
			if next < 0 || p.occupied>>next&1 == 0 {
				break
			}
			q = q.moved(next, at)
			at = next
			q.anchor = q.pusher & q.theirs &^ between(b, c, d, at)
			dst = append(dst, q)
		}
	}
	return dst
}

// moved returns p with the piece on cell from put on the empty cell to.
func (p Position) moved(from, to int) Position {
	shift := func(set *uint64) {
		bit := *set >> from & 1
		*set = *set&^(1<<from) | bit<<to
	}
	shift(&p.occupied)
	shift(&p.pusher)
	shift(&p.theirs)
	return p
}

// between returns the cells from c on towards d, up to but not including end.
func between(b *Board, c, d, end int) uint64 {
	return (1<<c | b.ray[d][c]) &^ (1<<end | b.ray[d][end])
}

// ScanWins implements [fast.WinScanner].
func (w *scratch) ScanWins(wins *fast.Set, first, n uint64) {
	for i := first; i < first+n; i++ {
		if w.test.wins(w.unminimize(i)) {
			wins.Add(i)
		}
	}
}

// Outside implements [fast.Searcher].
func (w *scratch) Outside(i uint64, set *fast.Set) (uint64, bool) { return w.some(i, set, false) }

// AnyIn implements [fast.Searcher].
func (w *scratch) AnyIn(i uint64, set *fast.Set) bool {
	_, ok := w.some(i, set, true)
	return ok
}

// some returns a successor of position i that is in set or, if in is false, one that set covers
// and lacks. Placements after fewer moves, which are cheaper to list, come first.
func (w *scratch) some(i uint64, set *fast.Set, in bool) (uint64, bool) {
	p := w.unminimize(i)
	g := &w.placer
	g.start(p.mine(), p.pusher&^p.theirs, p.theirs)
	for batch := g.next(); batch != nil; batch = g.next() {
		for _, m := range batch {
			w.pushed = w.board.appendPushed(w.pushed[:0], p.at(m), m.pushers)
			for _, n := range w.pushed {
				j := w.index(n.occupied, n.pusher, n.theirs, n.anchor)
				if in && set.Has(j) || !in && set.Lacks(j) {
					return j, true
				}
			}
		}
	}
	return 0, false
}
