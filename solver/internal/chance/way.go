package chance

import (
	"math"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// Way solves slices of games of chance.
type Way struct{}

// Name implements [way.Way].
func (Way) Name() string { return "chance" }

// Suits implements [way.Way].
func (Way) Suits(q *way.Request, _ int) bool { return q.Game.Kind().Uncertain() }

// Start implements [way.Way].
func (Way) Start(e *way.Environment) way.Solver {
	dice := e.Game.Parts().Dice
	s := &solver{Environment: e, kind: e.Game.Kind(), scale: ScaleOf(e.Game.Kind(), dice), mean: meanOf(dice.Sum), size: e.Game.Size(), within: dice.Places}
	for _, w := range e.Crew.Workers {
		s.workers = append(s.workers, &worker{Worker: w})
	}
	return s
}

// Needs implements [way.Way].
func (Way) Needs(*way.Request) budget.Needs { return needs{} }

// needs computes the memory and disk of a slice: a number for each position, two slacks and some steps
// unless it is a layer, and the numbers of the exits.
type needs struct{}

// number is the bytes of a number, program about those of the rolls of a position, if memory keeps them.
const number, listed = 8, 120

// Arrays implements [budget.Needs].
func (needs) Arrays(p *budget.Plan, slice int) uint64 {
	size := p.Slices[slice].Size
	if p.Slices[slice].Layer {
		return number * size
	}
	return (2*number+4*terms)*size + size/64
}

// Least implements [budget.Needs].
func (n needs) Least(p *budget.Plan, slice int) uint64 { return n.Arrays(p, slice) + p.Exits(slice) }

// Best implements [budget.Needs].
func (n needs) Best(p *budget.Plan, slice int) uint64 {
	if p.Slices[slice].Layer {
		return n.Arrays(p, slice)
	}
	return n.Arrays(p, slice) + listed*p.Slices[slice].Size
}

// Disk implements [budget.Needs]: the file of the numbers, the table, and two files of an unfinished slice.
func (needs) Disk(p *budget.Plan, slice int) (kept, working uint64) {
	return 2 * number * p.Slices[slice].Size, 2 * number * p.Slices[slice].Size
}

// looks is about the number of sweeps of a slice that play can stay in, in units of the time that listing
// its moves takes.
const looks = 10

// Estimate implements [way.Way].
func (Way) Estimate(q *way.Request, _ *budget.Plan, slices []int) (e way.Estimate) {
	for _, n := range slices {
		s := way.NewSample(q.Game, q.Slices, []int{n})
		each := s.Each(s.Positions, s.Successors) + s.Edges()
		if !q.Slices[n].Layer {
			each *= looks
		}
		e.Seconds += each * float64(s.Size)
	}
	return e
}

// errorOf returns an upper bound on the sum of two widths.
func errorOf(half, wide float64) float64 {
	if wide == 0 {
		return half
	}
	return math.Nextafter(half+math.Nextafter(wide, math.Inf(1)), math.Inf(1))
}
