package phases

import (
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// back finds wins: every undecided predecessor of a new loss is won.
type back struct{}

func (back) step(p phase.Phase) progress.Step {
	return stepOf(p, progress.LossesToWins, budget.Backward)
}

func (back) cost(t *trial) float64 { return t.backCost() }

func (back) prepare(s *slice, _ phase.Phase) exchange.Sink { return mark(s) }

func (back) task() task.Kind { return task.Decide }

// mark returns a sink that adds updates to Found, in the chunks that are not done.
func mark(s *slice) exchange.Sink {
	return exchange.Memory(s.env.Chunks, func(chunk int, offsets []uint32) {
		if !s.records.done[chunk] {
			region.Mark(s.bits.Words(s.bits.Found, chunk), offsets)
		}
	})
}
