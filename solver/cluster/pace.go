package cluster

import (
	"math"
	"time"

	"github.com/foregone-db/foregone/solver/internal/task"
)

// owner is who did the unit of a place last, in a step that looks forward: he knows what
// successors to watch. Whoever else does it has to find them first.
type owner struct {
	worker string
	first  float64 // seconds it took when nobody knew
	last   float64 // seconds it took the last time
}

// pace is how long units took, in seconds, and how long they were expected to.
type pace struct {
	took, expected, chunks float64
}

func (p pace) and(took, expected, chunks float64) pace {
	return pace{p.took + took, p.expected + expected, p.chunks + chunks}
}

// factor returns how many times as long as expected units take.
func (p pace) factor() float64 {
	if p.took == 0 || p.expected == 0 {
		return 1
	}
	return p.took / p.expected
}

// watches reports whether the step looks at successors of undecided positions.
func (s *step) watches() bool { return s.kind == task.Forward || s.kind == task.Confirm }

// learn takes note of how long a worker took for a unit.
func (s *step) learn(u *openUnit, worker string, took float64) {
	usual, known := s.usual(u, worker)
	if !known {
		usual = took
	}
	chunks := float64(u.To - u.From)
	s.paces[worker] = s.paces[worker].and(took, usual, chunks)
	s.whole = s.whole.and(took, usual, chunks)
	if !s.watches() {
		return
	}
	switch o, known := s.owners[u.place()]; {
	case !known:
		s.owners[u.place()] = owner{worker, took, took}
	case o.worker == worker:
		s.owners[u.place()] = owner{worker, o.first, took}
	default: // the next time it will know
		s.owners[u.place()] = owner{worker, o.first, min(o.last, took)}
	}
}

// usual returns how many seconds a unit takes a worker that is as fast as all are, and
// whether anything tells.
func (s *step) usual(u *openUnit, worker string) (seconds float64, known bool) {
	if o, known := s.owners[u.place()]; known && s.watches() {
		if o.worker == worker {
			return o.last, true
		}
		return o.first, true
	}
	chunks := float64(u.To - u.From)
	if s.whole.chunks == 0 {
		return chunks, false
	}
	return s.whole.took / s.whole.chunks * chunks, true
}

// expected returns how many seconds a worker is likely to take for a unit. One that knows
// what to watch takes less from phase to phase, and others do not.
func (s *step) expected(u *openUnit, worker string) float64 {
	usual, _ := s.usual(u, worker)
	p, done := s.paces[worker]
	switch o, known := s.owners[u.place()]; {
	case !done:
		return usual
	case known && s.watches() && o.worker != worker:
		return usual * p.factor() / s.whole.factor()
	default:
		return usual * p.factor()
	}
}

// atWork returns the unit that a worker is at, or nil.
func (s *step) atWork(worker string) *openUnit {
	for _, u := range s.units {
		if u.chosen == nil && u.by == worker && !u.working.IsZero() && u.results[worker].Name == "" {
			return u
		}
	}
	return nil
}

// remaining returns for how many seconds a worker is likely to be at work, with the units
// that it has not begun. What has taken longer than expected may take as long again.
func (s *step) remaining(worker string, list []*openUnit) float64 {
	sum := 0.0
	for _, u := range list {
		sum += s.expected(u, worker)
	}
	if u := s.atWork(worker); u != nil {
		sum += math.Abs(s.expected(u, worker) - time.Since(u.working).Seconds())
	}
	return sum
}
