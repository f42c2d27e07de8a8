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

// lossesConfirmed looks forward from the predecessors of the new wins only.
type lossesConfirmed struct{ s *slice }

func (*lossesConfirmed) step(phase.Phase) progress.Step {
	return progress.Step{Name: progress.WinsConfirmed, Strategy: string(budget.Backward)}
}

func (w *lossesConfirmed) cost(t *trial) float64 {
	look, back := t.lookCost(), t.backCost()
	return back + min(t.open, t.source*t.perPosition)*look
}

func (w *lossesConfirmed) find(ctx context.Context, p phase.Phase) error {
	s := w.s
	if err := s.updates.sendAll(ctx, p, s.done, s.updates.marks()); err != nil {
		return err
	}
	return s.run(ctx, task.Confirm, p, s.done)
}

// confirm leaves of the positions found in a chunk those that are undecided and all of
// whose successors are won.
func (s *slice) confirm(ctx context.Context, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	r := s.region
	first, _ := r.Span(t.Chunk)
	found, won, lost := r.Words(r.Found, t.Chunk), r.Words(r.Won.Words(), t.Chunk), r.Words(r.Lost.Words(), t.Chunk)
	for k := range found {
		if found[k] != 0 && ctx.Err() != nil {
			return none, ctx.Err()
		}
		for open := found[k] &^ (won[k] | lost[k]); open != 0; open &= open - 1 {
			if !r.AllWon(w.Searcher, first+uint64(k<<6+bits.TrailingZeros64(open)), true) {
				found[k] &^= open & -open
			}
		}
	}
	return s.decide(w, t, found)
}
