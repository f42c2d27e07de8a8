package solver

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/phases"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// DefaultMemory returns three quarters of the memory that the container, or else
// the machine, has; 2 GiB where neither can be learned.
func DefaultMemory() uint64 {
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil || limit == 0 {
		return 2 << 30
	}
	return max(limit/4*3, budget.Smallest)
}

// EstimateFor says what solving g with the options o is expected to need, by
// arithmetic; Seconds comes from the time that some positions take.
func EstimateFor(g engine.Game, o Options) (Estimate, error) {
	e, err := reckon(g, o)
	e.MemoryLeast = max(e.MemoryLeast, budget.Smallest)
	e.MemoryBest = max(e.MemoryBest, e.MemoryLeast)
	return e, err
}

// ChunkFor returns how many positions a task of solving g with the options o has.
func ChunkFor(g engine.Game, o Options) uint64 {
	o = o.reckoned()
	return budget.Near(sizesOf(g), o.grant()).Chunk
}

// reckoned returns the options with what is left open filled in.
func (o Options) reckoned() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
	return o
}

// reckon is [EstimateFor] but for what every solve insists on.
func reckon(g engine.Game, o Options) (Estimate, error) {
	o = o.reckoned()
	p := budget.Near(sizesOf(g), o.grant())
	e := Estimate{Positions: g.Size(), Chunk: p.Chunk, MemoryLeast: p.Least(), MemoryBest: p.Best()}
	for _, sl := range p.Slices {
		e.Chunks += p.Chunks(sl)
	}
	if e.Positions == 0 {
		return e, fmt.Errorf("%s has no positions", g.Spec())
	}
	e.Disk = p.Disk()
	if o.Party == nil && !o.Shareable && suitsSlabs(g, o.Strategy) {
		if by := slabs.EstimateFor(g.Parts().Slabs(), o.slabMemory(), o.Workers); by.Least <= o.slabMemory() || o.Memory < e.MemoryLeast || o.Strategy == Slabs {
			e.MemoryLeast, e.MemoryBest, e.Disk, e.Seconds = wholeMemory(by.Least), wholeMemory(by.Best), by.Disk, by.Seconds
			return e, nil
		}
	}
	if suitsSweeps(g, o) {
		if by := sweepEstimate(g, o); by.Least <= o.sweepMemory() || o.Memory < e.MemoryLeast {
			e.MemoryLeast, e.Disk, e.Seconds = wholeSweepMemory(by.Least), by.Disk, by.Seconds
			e.MemoryBest = e.MemoryLeast
			return e, nil
		}
	}
	if listed, forward := p.Listed(); listed > 0 && o.Strategy != Slabs {
		tried(func() { e.Seconds, e.Slower = listedSeconds(g, o, listed, forward) })
		if e.Slower > 0 && o.Strategy != Forward && o.Party == nil {
			e.MemoryReverse = p.ReverseLeast()
		}
		return e, nil
	}
	tried(func() { e.Seconds = sampleSeconds(g, o) })
	return e, nil
}

// tried calls f, which tries some positions. Rules that panic at one of them do so again in
// the solve, which says where: here only the estimate ends.
func tried(f func()) {
	defer func() { _ = recover() }()
	f()
}

// sizesOf returns what the arithmetic needs to know of a game.
func sizesOf(g engine.Game) budget.Sizes {
	return budget.Sizes{
		Name: g.Spec().String(), Slices: g.Slices(), Value: uint64(g.Kind().Width()), Counter: counterWidth(g),
		Resident: crew.Resident(g), Unmoves: crew.Unmoves(g), Scores: g.Kind() == engine.Score,
		Predecessors: func(sl engine.Slice) float64 {
			w := crew.NewWorker(0, g)
			return average(sl, func(i uint64) int {
				w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], i)
				return len(w.Indices)
			})
		},
		Moves: func(sl engine.Slice) float64 {
			w := crew.NewWorker(0, g)
			return average(sl, func(i uint64) int {
				var ends engine.Ends
				if w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i); ends&engine.WinsNow != 0 {
					return 0
				}
				return len(phases.Inside(sl, w.Indices))
			})
		},
	}
}

// counterWidth returns the bytes of a counter: of a game that does not say how many successors its positions have,
// and has no predecessors, by some positions. Few may have more.
func counterWidth(g engine.Game) uint64 {
	const positions, few = 256, 100
	most, known := crew.MaxSuccessors(g)
	if !known && !crew.Unmoves(g) && slices.ContainsFunc(g.Slices(), func(sl engine.Slice) bool { return !sl.Layer && sl.Size > 0 }) {
		rng := rand.New(rand.NewPCG(6, g.Size()))
		tried(func() {
			w := crew.NewWorker(0, g)
			for range positions {
				w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], rng.Uint64N(g.Size()))
				most = max(most, len(w.Indices))
			}
			known = most < few
		})
	}
	return budget.CounterWidth(most, known)
}

// average returns the average of a number that some positions of a slice have.
func average(sl engine.Slice, number func(i uint64) int) float64 {
	const positions = 64
	rng := rand.New(rand.NewPCG(4, sl.First))
	sum := 0
	for range positions {
		sum += number(sl.First + rng.Uint64N(sl.Size))
	}
	return float64(sum) / positions
}
