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

// paces knows how long the units of a step take whom.
type paces struct {
	watch  bool             // the step looks at successors of undecided positions
	owners map[string]owner // by place
	by     map[string]pace  // by worker
	all    pace
}

func newPaces(kind task.Kind, owners map[string]owner) *paces {
	return &paces{watch: kind == task.Forward || kind == task.Confirm, owners: owners, by: map[string]pace{}}
}

// learn takes note of how long a worker took for a unit.
func (p *paces) learn(u *openUnit, worker string, took float64) {
	usual, known := p.usual(u, worker)
	if !known {
		usual = took
	}
	chunks := float64(u.To - u.From)
	p.by[worker] = p.by[worker].and(took, usual, chunks)
	p.all = p.all.and(took, usual, chunks)
	if !p.watch {
		return
	}
	switch o, known := p.owners[u.place()]; {
	case !known:
		p.owners[u.place()] = owner{worker, took, took}
	case o.worker == worker:
		p.owners[u.place()] = owner{worker, o.first, took}
	default: // the next time it will know
		p.owners[u.place()] = owner{worker, o.first, min(o.last, took)}
	}
}

// usual returns how many seconds a unit takes a worker that is as fast as all are, and
// whether anything tells.
func (p *paces) usual(u *openUnit, worker string) (seconds float64, known bool) {
	if o, known := p.owners[u.place()]; known && p.watch {
		if o.worker == worker {
			return o.last, true
		}
		return o.first, true
	}
	chunks := float64(u.To - u.From)
	if p.all.chunks == 0 {
		return chunks, false
	}
	return p.all.took / p.all.chunks * chunks, true
}

// expected returns how many seconds a worker is likely to take for a unit. One that knows
// what to watch takes less from phase to phase, and others do not.
func (p *paces) expected(u *openUnit, worker string) float64 {
	usual, _ := p.usual(u, worker)
	own, done := p.by[worker]
	switch o, known := p.owners[u.place()]; {
	case !done:
		return usual
	case known && p.watch && o.worker != worker:
		return usual * own.factor() / p.all.factor()
	default:
		return usual * own.factor()
	}
}

// remaining returns for how many seconds a worker is likely to be at work, at one unit or
// none and with the units that it has not begun. What has taken longer than expected may take
// as long again.
func (p *paces) remaining(worker string, at *openUnit, list []*openUnit) float64 {
	sum := 0.0
	for _, u := range list {
		sum += p.expected(u, worker)
	}
	if at != nil {
		sum += math.Abs(p.expected(at, worker) - time.Since(at.working).Seconds())
	}
	return sum
}

// spare returns how many of a list of units its worker, who has so many seconds to do, is
// to keep, and not the idle one to get.
func (p *paces) spare(list []*openUnit, worker string, busy float64, idle string) int {
	n, taken := len(list), 0.0
	for ; n > 0; n-- {
		own, other := p.expected(list[n-1], worker), p.expected(list[n-1], idle)
		if taken+other > busy-own && (n < len(list) || other > busy) {
			break
		}
		taken, busy = taken+other, busy-own
	}
	return n
}
