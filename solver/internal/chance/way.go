package chance

import (
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
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
func (Way) Needs(q *way.Request) budget.Needs {
	n, rolls, rng := needs{}, fast.Rolls{}, rand.New(rand.NewPCG(4, 5))
	roller := crew.NewWorker(0, q.Game).Scratch.Roller
	for range samples {
		roller.Roll(&rolls, rng.Uint64N(q.Game.Size()))
		n.listed += 4 * uint64(len(rolls.Until)+len(rolls.Moves))
	}
	n.listed /= samples
	return n
}

// needs computes the memory and disk of a slice: a number for each position, two slacks, its place and some steps
// unless it is a layer, and the numbers of the exits.
// listed is about the bytes of the rolls of a position, if memory keeps them.
type needs struct{ listed uint64 }

// number is the bytes of a number, samples the number of random positions whose rolls stand for all.
const number, samples = 8, 1 << 8

// Arrays implements [budget.Needs].
func (needs) Arrays(p *budget.Plan, slice int) uint64 {
	size := p.Slices[slice].Size
	if p.Slices[slice].Layer {
		return number * size
	}
	return (3*number+4*terms)*size + size/64
}

// Least implements [budget.Needs].
func (n needs) Least(p *budget.Plan, slice int) uint64 { return n.Arrays(p, slice) + p.Exits(slice) }

// Best implements [budget.Needs].
func (n needs) Best(p *budget.Plan, slice int) uint64 {
	if p.Slices[slice].Layer {
		return n.Arrays(p, slice)
	}
	return n.Arrays(p, slice) + n.listed*p.Slices[slice].Size
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
