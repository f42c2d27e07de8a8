package phases

import (
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// finder is a way of finding the positions of a phase. All ways find the same; [findBy] carries
// them out. Before a phase a [trial] measures the work of each way on some positions, which gives the
// way's cost. The price is what the choice compares: the cost, or a random number in a test
// ([way.Price]).
type finder interface {
	// step names the way for the reporter.
	step(p phase.Phase) progress.Step
	// cost returns the expected CPU seconds.
	cost(t *trial) float64
	// prepare makes the slice ready, and returns the sink of the frontier's predecessors
	// ([exchange.Sink]); nil: they are not needed.
	prepare(s *slice, p phase.Phase) exchange.Sink
	// task is the kind of task that [do] then does in each chunk.
	task() task.Kind
}

// stepOf names a step of a phase that starts from a frontier.
func stepOf(p phase.Phase, name progress.StepName, strategy budget.Strategy) progress.Step {
	return progress.Step{Phase: p, Name: name, Strategy: string(strategy)}
}

// stepBy names what a way does in a phase.
func stepBy(s *slice, w finder, p phase.Phase) progress.Step {
	step := w.step(p)
	if s.env.Codec.Single() && step.Name != progress.Seeds {
		step.Name = progress.Farther
	}
	return step
}

// direction returns wins if the phase finds wins, else losses.
func direction(p phase.Phase, wins, losses progress.StepName) progress.StepName {
	if p.Wins() {
		return wins
	}
	return losses
}

// choose picks the way of a phase by strategy, or by cost.
func choose(s *slice, p phase.Phase) finder {
	strategy, unmoves := s.env.Strategy, s.env.Crew.Workers[0].Unmover != nil
	switch {
	case s.bits.FrontierSize == 0:
		return seedsOnly{}
	case !unmoves || strategy == budget.Forward:
		return forward{}
	case !s.env.Codec.Wins(p):
		return chooseLosses(s, newTrial(s, p))
	case strategy == budget.Backward:
		return back{}
	}
	t := newTrial(s, p)
	if cost := t.price(back{}); t.price(forward{}) < cost {
		return forward{}
	}
	return back{}
}

// chooseLosses chooses the way to find losses. Counting pays only later, when sparse phases follow.
// The solver chooses it once the other ways have cost as much as counting would: so the solve takes
// at most twice the time of the best choice.
func chooseLosses(s *slice, t *trial) finder {
	counted, countable := s.edges.counters != nil, !s.edges.noCounters.Load()
	switch backward := s.env.Strategy == budget.Backward; {
	case backward && counted:
		return subtracting{}
	case backward && countable:
		return counting{}
	case backward:
		return confirming{}
	}
	look := t.price(forward{})
	if counted {
		if cost := t.price(subtracting{}); look+t.price(counting{}) < cost { // looking forward invalidates the counters
			return forward{}
		}
		return subtracting{}
	}
	confirm := t.price(confirming{})
	if countable && s.edges.sunk+min(look, confirm) >= t.price(counting{}) {
		return counting{}
	}
	s.edges.sunk += min(look, confirm)
	if confirm < look {
		return confirming{}
	}
	return forward{}
}

// seedsOnly is the way of a phase without a frontier: it decides only seeds and positions that
// waited.
type seedsOnly struct{}

func (seedsOnly) step(p phase.Phase) progress.Step {
	return progress.Step{Phase: p, Name: progress.Seeds}
}

func (seedsOnly) cost(*trial) float64 { return 0 }

func (seedsOnly) prepare(*slice, phase.Phase) exchange.Sink { return nil }

func (seedsOnly) task() task.Kind { return task.Decide }
