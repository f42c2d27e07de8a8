package layers

import (
	"math/rand/v2"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/values"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// Way solves slices that are layers, and those that the game solves in runs.
type Way struct{}

// Name implements [way.Way].
func (Way) Name() string { return "layers" }

// Suits implements [way.Way].
func (Way) Suits(q *way.Request, slice int) bool {
	closed := q.Limit == 0 && q.Strategy != budget.Forward && q.Strategy != budget.Backward && q.Game.Parts().Closed != nil
	return (q.Slices[slice].Layer || closed) && !q.Game.Kind().Uncertain()
}

// Start implements [way.Way].
func (Way) Start(e *way.Environment) way.Solver { return solver{e} }

// Needs implements [way.Way].
func (Way) Needs(*way.Request) budget.Needs { return needs{} }

// needs computes the memory and disk of a layer: its values, and those of its exits.
type needs struct{}

func (needs) Arrays(p *budget.Plan, slice int) uint64 { return p.Value * p.Slices[slice].Size }

// Best implements [budget.Needs]. The values of the layer before may still be on their way to disk.
func (n needs) Best(p *budget.Plan, slice int) uint64 { return 2 * n.Arrays(p, slice) }

// Disk implements [budget.Needs]: the file of the values, and as much for the table, with its checksums. Large
// slices count by half, since values compress: those of all games so far take less.
func (n needs) Disk(p *budget.Plan, slice int) (kept, working uint64) {
	return 2*n.File(p, slice) + n.Arrays(p, slice)/64, 0
}

// File returns an upper bound on the file of a slice's values.
func (n needs) File(p *budget.Plan, slice int) uint64 {
	size := n.Arrays(p, slice)
	if size >= values.PackedFrom {
		size /= 2
	}
	return size
}

func (n needs) Least(p *budget.Plan, slice int) uint64 {
	return n.Arrays(p, slice) + p.Exits(slice)
}

const (
	// A sample evaluates runs of layers for layerTime seconds, at most layerRuns of them of up to
	// layerRun positions, so that a game's set-up for a run weighs little. In a small game a run is
	// 1/layerPart of the positions, at least leastRun.
	layerTime, layerRuns, layerRun = 0.1, 32, 1 << 18
	layerPart, leastRun            = 2048, 1 << 12
	// storing is the CPU time of writing a value to a file.
	storing = 2e-9
)

// Estimate implements [way.Way]. In the sample of a game with a layer evaluator all successors
// count as drawn; the game looks them up all the same. Those of whole runs have all kinds of values. The estimate is 0 if memory cannot hold a
// layer.
func (Way) Estimate(q *way.Request, p *budget.Plan, numbers []int) (e way.Estimate) {
	w := crew.NewWorker(0, q.Game)
	if w.Layers == nil {
		s := way.NewSample(q.Game, q.Slices, numbers)
		moves := s.Each(s.Positions, s.Successors)
		if q.Game.Kind() == engine.Score {
			moves += s.Edges() // each move looks up a value, anywhere in memory
		}
		e.Seconds = moves * float64(s.Size)
		return e
	}
	most, size := uint64(0), uint64(0)
	for _, n := range numbers {
		most, size = max(most, q.Slices[n].Size), size+q.Slices[n].Size
		for _, to := range q.Slices[n].Exits {
			most = max(most, q.Slices[to].Size)
		}
	}
	if most > q.Memory/p.Value || size == 0 {
		return e
	}
	longest := min(max(size/layerPart, leastRun), layerRun)
	rng := rand.New(rand.NewPCG(2, 3))
	drawn, found := make([]byte, p.Value*most), make([]byte, p.Value*longest)
	for n := range drawn {
		if !q.Slices[numbers[0]].Layer { // how long a run takes depends on how much there is to decide
			drawn[n] = byte(n * 0x9e3779b1 >> 16 & 63)
		}
	}
	evaluated, took, made := uint64(0), 0.0, 0.0
	for n := 0; n < layerRuns && took < layerTime && made < 10*layerTime; n++ {
		sl, first := way.At(q.Slices, numbers, rng.Uint64N(size))
		exits := make([][]byte, len(q.Slices))
		for _, to := range sl.Exits {
			exits[to] = drawn[:p.Value*q.Slices[to].Size]
		}
		run, once := min(longest, sl.First+sl.Size-first), uint64(1)
		if !sl.Layer {
			runs, number := crew.Closed(q.Game, slices.IndexFunc(q.Slices, func(of engine.Slice) bool { return of.Name == sl.Name })), 0
			for first = sl.First; rng.Uint64N(sl.First+sl.Size-first) >= runs[number]; number++ {
				first += runs[number]
			}
			run = runs[number]
			once, found = run, slices.Grow(found[:0], int(run))[:run]
		}
		watch := clock.Start()
		err := w.Layers.EvaluateLayer(found[:p.Value*once], first, once, exits) // makes what the game has of a layer
		made += watch.Stop()
		watch = clock.Start()
		if err == nil {
			err = w.Layers.EvaluateLayer(found[:p.Value*run], first, run, exits)
		}
		took += watch.Stop()
		if err != nil {
			return e
		}
		evaluated += run
	}
	e.Seconds = (took/float64(evaluated) + storing) * float64(size)
	return e
}
