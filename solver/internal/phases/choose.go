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

// chooser picks ways.
type chooser struct{ *slice }

// choose picks the way of a phase.
func (s chooser) choose(p phase.Phase) way {
	switch {
	case s.mode.Spilling:
		return spilling{s.slice}
	case s.source == 0:
		return &seedsOnly{s.slice}
	case p.Wins():
		return s.chooseWins()
	}
	return s.chooseLosses()
}

// price returns what a way is expected to cost. A test may set prices as it likes.
func (s chooser) price(w way, t *trial) float64 {
	if s.Price != nil {
		return s.Price()
	}
	return w.cost(t)
}

// chooseWins picks how the wins of a phase are found: from the newly lost positions
// back, or from every undecided one forward.
func (s chooser) chooseWins() way {
	forward, back := &winsForward{s.slice}, &winsBack{s.slice}
	switch {
	case s.Crew.Workers[0].Unmover == nil || s.Strategy == budget.Forward:
		return forward
	case s.Strategy == budget.Backward:
		return back
	}
	t := newTrial(s.slice)
	cost := s.price(back, t)
	if s.price(forward, t) < cost {
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
func (s chooser) chooseLosses() way {
	forward, confirm, count, subtract := &lossesForward{s.slice}, &lossesConfirmed{s.slice}, &lossesCounted{s.slice}, &lossesSubtracted{s.slice}
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
	t := newTrial(s.slice)
	look := s.price(forward, t)
	if counters {
		if back := s.price(subtract, t); look+s.price(count, t) < back { // to look forward is to lose the counters
			return forward
		}
		return subtract
	}
	confirmed := s.price(confirm, t)
	if s.counting && s.forward+min(look, confirmed) >= s.price(count, t) {
		return count
	}
	s.forward += min(look, confirmed)
	if confirmed < look {
		return confirm
	}
	return forward
}

// seedsOnly is the way where there is nothing to go on from, but seeds may wait.
type seedsOnly struct{ s *slice }

func (*seedsOnly) step(phase.Phase) progress.Step { return progress.Step{Name: progress.Seeds} }

func (*seedsOnly) cost(*trial) float64 { return 0 }

func (w *seedsOnly) find(ctx context.Context, p phase.Phase) error { return w.s.decideAll(ctx, p) }
