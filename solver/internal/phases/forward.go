package phases

import (
	"context"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// winsForward looks from every undecided position for a successor that is lost.
type winsForward struct{ s *slice }

func (*winsForward) step(phase.Phase) progress.Step {
	return progress.Step{Name: progress.LossesToWins, Strategy: string(budget.Forward)}
}

func (w *winsForward) cost(t *trial) float64 {
	one, r := w.s.Crew.Workers[0], w.s.region
	return t.open * t.cost(uint64(t.open), r.OpenWord, func(i uint64) { one.Searcher.AnyIn(i, r.Lost) })
}

func (w *winsForward) find(ctx context.Context, p phase.Phase) error {
	return w.s.run(ctx, task.Forward, p, w.s.done)
}

// lossesForward looks from every undecided position for a successor that is not won, which
// it then watches where there is memory for that.
type lossesForward struct{ s *slice }

func (*lossesForward) step(phase.Phase) progress.Step {
	return progress.Step{Name: progress.WinsToLosses, Strategy: string(budget.Forward)}
}

func (w *lossesForward) cost(t *trial) float64 { return t.open * t.lookCost() }

func (w *lossesForward) find(ctx context.Context, p phase.Phase) error {
	w.s.region.Counters = nil
	return w.s.run(ctx, task.Forward, p, w.s.done)
}

// lookForward finds of the undecided positions of a chunk those that are decided in the
// phase.
func (s *slice) lookForward(ctx context.Context, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	r, lost := s.region, s.region.Lost
	test := func(i uint64) (bool, error) { return r.AllWon(w.Searcher, i, true), nil }
	if t.Phase.Wins() {
		test = func(i uint64) (bool, error) { return w.Searcher.AnyIn(i, lost), nil }
	}
	if err := s.eachOpen(ctx, t.Chunk, test); err != nil {
		return none, err
	}
	return s.decide(w, t, r.Words(r.Found, t.Chunk))
}

// eachOpen asks test of every undecided position of a chunk and adds those that pass it to
// Found, unless the chunk is done.
func (s *slice) eachOpen(ctx context.Context, chunk int, test func(i uint64) (bool, error)) error {
	r := s.region
	first, n := r.Span(chunk)
	found, won, lost := r.Words(r.Found, chunk), r.Words(r.Won.Words(), chunk), r.Words(r.Lost.Words(), chunk)
	done := s.done[chunk]
	for k := range found {
		if k&15 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for open := ^(won[k] | lost[k]); open != 0; open &= open - 1 {
			offset := uint64(k<<6 + bits.TrailingZeros64(open))
			if offset >= n {
				break
			}
			yes, err := test(first + offset)
			if err != nil {
				return err
			}
			if yes && !done {
				found[k] |= open & -open
			}
		}
	}
	return nil
}
