package cluster

import (
	"fmt"
	"math"
	"time"

	"github.com/foregone-db/foregone/solver/internal/task"
)

// owner is the worker that did the unit of a place last, of the places of parts of slabs. It has the state of the part;
// any other worker has to do all phases of the part first.
type owner struct {
	worker string
	all    float64 // seconds of all phases
	last   float64 // seconds of the last phase
}

// pace sums how long units took and how long they should have taken, in seconds.
type pace struct {
	took, expected, chunks float64
}

func (p pace) and(took, expected, chunks float64) pace {
	return pace{p.took + took, p.expected + expected, p.chunks + chunks}
}

// factor returns the ratio of the time taken to the time expected.
func (p pace) factor() float64 {
	if p.took == 0 || p.expected == 0 {
		return 1
	}
	return p.took / p.expected
}

// place names the chunks of a unit, the same in all phases.
func (u *openUnit) place() string {
	return fmt.Sprintf("%d-%d-%d", u.Slice, u.From, u.To)
}

// paces owns the measured speeds of workers in a step, and predicts how long units take them.
type paces struct {
	owners map[string]owner // by place; nil: units have none
	by     map[string]pace  // by worker
	all    pace
}

func newPaces(kind task.Kind, owners map[string]owner) *paces {
	if kind != task.Own {
		owners = nil
	}
	return &paces{owners: owners, by: map[string]pace{}}
}

// learn adds the seconds that a worker took for a unit.
func (p *paces) learn(u *openUnit, worker string, took float64) {
	usual, known := p.usual(u, worker)
	if !known {
		usual = took
	}
	chunks := float64(u.To - u.From)
	p.by[worker] = p.by[worker].and(took, usual, chunks)
	p.all = p.all.and(took, usual, chunks)
	if p.owners == nil {
		return
	}
	o, known := p.owners[u.place()]
	if known && o.worker != worker {
		took = min(o.last, took) // without the phases before
	}
	p.owners[u.place()] = owner{worker, o.all + took, took}
}

// usual returns how many seconds a unit takes a worker of average speed, and whether that was
// measured.
func (p *paces) usual(u *openUnit, worker string) (seconds float64, known bool) {
	if o, known := p.owners[u.place()]; known {
		if o.worker == worker {
			return o.last, true
		}
		return o.all, true
	}
	chunks := float64(u.To - u.From)
	if p.all.chunks == 0 {
		return chunks, false
	}
	return p.all.took / p.all.chunks * chunks, true
}

// expected returns how many seconds a worker is likely to take for a unit.
func (p *paces) expected(u *openUnit, worker string) float64 {
	usual, _ := p.usual(u, worker)
	own, done := p.by[worker]
	switch o, known := p.owners[u.place()]; {
	case !done:
		return usual
	case known && o.worker != worker:
		return usual * own.factor() / p.all.factor()
	default:
		return usual * own.factor()
	}
}

// remaining returns how many seconds a worker is likely to need for the unit under way, nil:
// none, and a list of units. A unit that has taken longer than expected may take as long again.
func (p *paces) remaining(worker string, at *openUnit, list []*openUnit) float64 {
	sum := 0.0
	for _, u := range list {
		sum += p.expected(u, worker)
	}
	if at != nil {
		sum += math.Abs(p.expected(at, worker) - time.Since(at.held[worker].begun).Seconds())
	}
	return sum
}

// spare returns how many units of its list a worker should keep, the rest being for an idle
// worker. The list takes the worker busy seconds.
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
