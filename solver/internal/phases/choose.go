package phases

import (
	"context"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// way is a way of finding what a phase decides. All ways find the same.
type way interface {
	// step names what is done.
	step(p phase.Phase) progress.Step
	// cost returns the seconds of one core that it is expected to take.
	cost(t *trial) float64
	// find commits what the phase decides, the chunks that are done excepted, and leaves
	// it in Found.
	find(ctx context.Context, p phase.Phase) error
}

// choose picks the way of a phase.
func (s *slice) choose(p phase.Phase) way {
	switch {
	case s.mode.Spilling:
		return &spilling{s}
	case s.source == 0:
		return &seedsOnly{s}
	case p.Wins():
		return s.chooseWins()
	}
	return s.chooseLosses()
}

// chooseWins picks how the wins of a phase are found: from the newly lost positions
// back, or from every undecided one forward.
func (s *slice) chooseWins() way {
	forward, back := &winsForward{s}, &winsBack{s}
	switch {
	case s.Crew.Workers[0].Unmover == nil || s.Strategy == budget.Forward:
		return forward
	case s.Strategy == budget.Backward:
		return back
	}
	t := newTrial(s)
	cost := back.cost(t)
	if forward.cost(t) < cost {
		return forward
	}
	return back
}

// chooseLosses picks how the losses of a phase are found: by looking forward from
// every undecided position until a successor is not won, by doing so only from the
// predecessors of the new wins, by counting what all undecided positions have left,
// or, where counters are valid, by taking the new wins off them.
//
// Counting pays only later, when sparse phases follow. It is chosen once the other
// ways have cost as much as it would: never more than twice the best choice.
func (s *slice) chooseLosses() way {
	forward, confirm, count, subtract := &lossesForward{s}, &lossesConfirmed{s}, &lossesCounted{s}, &lossesSubtracted{s}
	counters := s.region.Counters != nil
	switch {
	case s.Crew.Workers[0].Unmover == nil || s.Strategy == budget.Forward:
		return forward
	case s.Strategy == budget.Backward && counters:
		return subtract
	case s.Strategy == budget.Backward && s.counting:
		return count
	case s.Strategy == budget.Backward:
		return confirm
	}
	t := newTrial(s)
	look := forward.cost(t)
	if counters {
		if back := subtract.cost(t); look+count.cost(t) < back { // to look forward is to lose the counters
			return forward
		}
		return subtract
	}
	confirmed := confirm.cost(t)
	if s.counting && s.forward*float64(len(s.Crew.Workers))+min(look, confirmed) >= count.cost(t) {
		return count
	}
	if confirmed < look {
		return confirm
	}
	return forward
}

// seedsOnly is the way where there is nothing to go on from, but seeds may wait.
type seedsOnly struct{ s *slice }

func (*seedsOnly) step(phase.Phase) progress.Step { return progress.Step{Name: "seeds"} }

func (*seedsOnly) cost(*trial) float64 { return 0 }

func (w *seedsOnly) find(ctx context.Context, p phase.Phase) error { return w.s.decideAll(ctx, p) }
