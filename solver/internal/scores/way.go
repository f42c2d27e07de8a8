package scores

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// Way solves slices of games of scores that play can stay in.
type Way struct{}

// Name implements [way.Way].
func (Way) Name() string { return "scores" }

// Suits implements [way.Way].
func (Way) Suits(q *way.Request, slice int) bool {
	return q.Game.Kind() == engine.Score && !q.Slices[slice].Layer
}

// Start implements [way.Way].
func (Way) Start(e *way.Environment) way.Solver { return solver{e} }

// Needs implements [way.Way].
func (Way) Needs(*way.Request) budget.Needs { return needs{} }

// needs computes the memory and disk of a slice: a value, a counter and five bits for each position,
// and the values of the exits.
type needs struct{}

func (n needs) Best(p *budget.Plan, slice int) uint64 { return n.Arrays(p, slice) }

func (needs) Arrays(p *budget.Plan, slice int) uint64 {
	size := p.Slices[slice].Size
	return (p.Value+p.Counter)*size + 5*(size/8+8)
}

// Disk implements [budget.Needs]: the file of the values, the table, and two files of decided
// positions.
func (needs) Disk(p *budget.Plan, slice int) (kept, working uint64) {
	return 3 * p.Slices[slice].Size, 2 * p.Slices[slice].Size
}

func (n needs) Least(p *budget.Plan, slice int) uint64 {
	return n.Arrays(p, slice) + p.Exits(slice)
}

// Estimate implements [way.Way].
func (Way) Estimate(q *way.Request, _ *budget.Plan, slices []int) way.Estimate {
	s := way.NewSample(q.Game, q.Slices, slices)
	each := s.Each(s.Positions, s.Successors)
	if s.Worker.Unmover != nil {
		each += s.Each(s.Positions, s.Predecessors)
	}
	each += 2 * s.Edges() // each move leads back to a value and a counter, anywhere in memory
	return way.Estimate{Seconds: each * float64(s.Size)}
}
