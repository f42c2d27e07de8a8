package phases

import (
	"context"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// confirming finds losses: it searches the successors of the predecessors of the new wins, and
// of no other positions.
type confirming struct{}

func (confirming) step(p phase.Phase) progress.Step {
	return stepOf(p, progress.WinsConfirmed, budget.Backward)
}

func (confirming) cost(t *trial) float64 {
	look, back := t.lookCost(), t.backCost()
	return back + min(t.open, t.source*t.degree)*look
}

func (confirming) prepare(s *slice, _ phase.Phase) exchange.Sink { return mark(s) }

func (confirming) task() task.Kind { return task.Confirm }

// confirm keeps the undecided lost positions in Found of a chunk.
func confirm(ctx context.Context, b *region.Bits, w *crew.Worker, chunk int) error {
	first, _ := b.Span(chunk)
	found, won, lost := b.Words(b.Found, chunk), b.Words(b.Won.Words(), chunk), b.Words(b.Lost.Words(), chunk)
	for k := range found {
		if found[k] != 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for open := found[k] &^ (won[k] | lost[k]); open != 0; open &= open - 1 {
			if !b.AllWon(w.Searcher, first+uint64(k<<6+bits.TrailingZeros64(open)), true) {
				found[k] &^= open & -open
			}
		}
	}
	return nil
}
