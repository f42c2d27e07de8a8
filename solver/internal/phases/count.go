package phases

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// counting finds losses: it counts the successors of every undecided position that the
// opponent does not win. The counters stay valid for [subtracting].
type counting struct{}

func (counting) step(p phase.Phase) progress.Step {
	return stepOf(p, progress.WinsCounted, budget.Backward)
}

func (counting) cost(t *trial) float64 {
	w := t.worker
	return t.open * t.measure(uint64(t.open), t.bits.OpenWord, func(i uint64) {
		w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	})
}

func (counting) prepare(s *slice, _ phase.Phase) exchange.Sink {
	s.edges.makeCounters(s.env)
	s.edges.sunk = 0
	return nil
}

func (counting) task() task.Kind { return task.Count }

// countLeft sets the counters of a chunk and adds its losses to Found.
func countLeft(ctx context.Context, s *slice, w *crew.Worker, chunk int) error {
	b, counters := s.bits, s.edges.counters
	return eachOpen(ctx, s, chunk, func(i uint64) (bool, error) {
		var ends engine.Ends
		w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
		n := b.Won.CountLacking(w.Indices)
		if ends&(engine.DrawsNow|engine.IsDrawn) != 0 || b.Rescued != nil && b.Rescued.Has(i) {
			n = region.Never
		}
		if err := counters.Set(i-b.Slice.First, n); err != nil {
			return false, fmt.Errorf("position #%d: %w", i, err)
		}
		return n == 0, nil
	})
}

// subtracting finds losses if the counters are valid: each new win subtracts one from the counters
// of its predecessors.
type subtracting struct{}

func (subtracting) step(p phase.Phase) progress.Step {
	return stepOf(p, progress.WinsToLosses, budget.Backward)
}

func (subtracting) cost(t *trial) float64 { return t.backCost() }

func (subtracting) prepare(s *slice, _ phase.Phase) exchange.Sink {
	b, counters := s.bits, s.edges.counters
	return exchange.Memory(s.env.Chunks, func(chunk int, offsets []uint32) {
		found := b.Words(b.Found, chunk)
		if s.records.done[chunk] { // its losses are known
			found = make([]uint64, len(found))
		}
		counters.Decrement(uint64(chunk)<<b.Shift, offsets, found)
	})
}

func (subtracting) task() task.Kind { return task.Decide }

// restoreCounters subtracts the wins in the frontier from the counters, as a complete phase of an
// earlier run did.
func restoreCounters(ctx context.Context, s *slice, p phase.Phase) error {
	if s.env.Codec.Wins(p) || s.edges.counters == nil {
		return nil
	}
	return sendFrontier(ctx, s, p, subtracting{}.prepare(s, p))
}
