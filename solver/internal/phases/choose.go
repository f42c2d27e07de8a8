package phases

import (
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// finder is a way of finding the positions of a phase. All ways find the same; [findBy] carries
// them out.
type finder struct {
	name     progress.StepName
	strategy budget.Strategy
	// sink returns the sink of the frontier's predecessors; nil: they are not needed.
	sink func(s *slice) exchange.Sink
	// task is the kind of task that [do] then does in each chunk.
	task task.Kind
}

var (
	// seedsOnly is the way of a phase without a frontier: it decides only seeds and positions that
	// waited.
	seedsOnly = finder{progress.Seeds, "", nil, task.Decide}
	// back finds wins: every undecided predecessor of a new loss is won.
	back = finder{progress.LossesToWins, budget.Backward, mark, task.Decide}
	// confirming finds losses: it searches the successors of the predecessors of the new wins, and of
	// no other positions.
	confirming = finder{progress.WinsConfirmed, budget.Backward, mark, task.Confirm}
	// counting finds losses: it counts the successors of every undecided position that the opponent
	// does not win. The counters stay valid for subtracting.
	counting = finder{progress.WinsCounted, budget.Backward, nil, task.Count}
	// subtracting finds losses if the counters are valid: each new win subtracts one from the counters
	// of its predecessors.
	subtracting = finder{progress.WinsToLosses, budget.Backward, subtractWins, task.Decide}
)

// forward searches the successors of every undecided position: for wins for a lost one, for losses for
// one that is not won.
func forward(p phase.Phase) finder {
	return finder{direction(p, progress.LossesToWins, progress.WinsToLosses), budget.Forward, nil, task.Forward}
}

// step names what a way does in a phase.
func (f finder) step(s *slice, p phase.Phase) progress.Step {
	if s.env.Codec.Single() && f.name != progress.Seeds {
		f.name = progress.Farther
	}
	return progress.Step{Phase: p, Name: f.name, Strategy: string(f.strategy)}
}

// direction returns wins if the phase finds wins, else losses.
func direction(p phase.Phase, wins, losses progress.StepName) progress.StepName {
	if p.Wins() {
		return wins
	}
	return losses
}

// manySources is the ratio of undecided positions to new wins up to which looking forward from all of
// them costs less than going back from the new wins and confirming.
const manySources = 8

// choose picks the way of a phase. Counters cost one look at all undecided positions, and save the
// search in every later phase. A game that searches losses itself looks faster than it lists.
func choose(s *slice, p phase.Phase) finder {
	source, open := s.bits.FrontierSize, s.bits.Slice.Size-s.bits.Decided
	backward := s.env.Strategy == budget.Backward
	switch {
	case source == 0:
		return seedsOnly
	case s.env.Crew.Workers[0].Unmover == nil || s.env.Strategy == budget.Forward:
		return forward(p)
	case s.env.Codec.Wins(p) && (backward || source <= open):
		return back
	case s.env.Codec.Wins(p):
		return forward(p)
	case s.edges.counters != nil:
		return subtracting
	case !s.edges.noCounters.Load() && (backward || !s.env.searches):
		return counting
	case !backward && source*manySources > open:
		return forward(p)
	}
	return confirming
}

// mark returns a sink that adds updates to Found, in the chunks that are not done.
func mark(s *slice) exchange.Sink {
	return exchange.Memory(s.env.Chunks, func(chunk int, offsets []uint32) {
		if !s.records.done[chunk] {
			region.Mark(s.bits.Words(s.bits.Found, chunk), offsets)
		}
	})
}
