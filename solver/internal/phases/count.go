package phases

import (
	"context"
	"errors"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// lossesCounted counts the successors of undecided positions that are not won by the
// opponent, which tells the losses of the phase and leaves the counters valid.
type lossesCounted struct{ s *slice }

func (*lossesCounted) step(phase.Phase) progress.Step {
	return progress.Step{Name: progress.WinsCounted, Strategy: string(budget.Backward)}
}

func (w *lossesCounted) cost(t *trial) float64 {
	one := w.s.Crew.Workers[0]
	return t.open * t.cost(uint64(t.open), w.s.region.OpenWord, func(i uint64) {
		one.Indices, _ = one.Scratch.AppendSuccessors(one.Indices[:0], i)
	})
}

func (w *lossesCounted) find(ctx context.Context, p phase.Phase) error {
	s := w.s
	s.region.Counters = region.NewCounters(s.region.Slice.Size, s.Counter)
	s.forward = 0
	err := s.run(ctx, task.Count, p, nil)
	if errors.Is(err, region.ErrManySuccessors) && s.Strategy == budget.Auto {
		s.counting = false
		return (&lossesForward{s}).find(ctx, p)
	}
	return err
}

// countLeft sets the counters of a chunk and, unless that is done, decides it.
func (s *slice) countLeft(ctx context.Context, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	r := s.region
	err = s.eachOpen(ctx, t.Chunk, func(i uint64) (bool, error) {
		var ends engine.Ends
		w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
		n := r.Won.CountLacking(w.Indices)
		if ends&(engine.DrawsNow|engine.IsDrawn) != 0 || r.Rescued != nil && r.Rescued.Has(i) {
			n = region.Never
		}
		if err := r.Counters.Set(i-r.Slice.First, n); err != nil {
			return false, fmt.Errorf("position #%d: %w", i, err)
		}
		return n == 0, nil
	})
	if err != nil || s.done[t.Chunk] {
		return none, err
	}
	return s.decide(w, t, r.Words(r.Found, t.Chunk))
}

// lossesSubtracted takes the new wins off the counters of their predecessors.
type lossesSubtracted struct{ s *slice }

func (*lossesSubtracted) step(phase.Phase) progress.Step {
	return progress.Step{Name: progress.WinsToLosses, Strategy: string(budget.Backward)}
}

func (w *lossesSubtracted) cost(t *trial) float64 { return t.backCost() }

func (w *lossesSubtracted) find(ctx context.Context, p phase.Phase) error {
	s, r := w.s, w.s.region
	m := exchange.NewMemory(r.Chunks, true, func(chunk int, offsets []uint32) {
		found := r.Words(r.Found, chunk)
		if s.done[chunk] { // what it found is known
			found = make([]uint64, len(found))
		}
		r.Counters.Decrement(uint64(chunk)<<r.Shift, offsets, found)
	})
	if err := s.updates.sendAll(ctx, p, nil, m); err != nil {
		return err
	}
	return s.decideAll(ctx, p)
}
