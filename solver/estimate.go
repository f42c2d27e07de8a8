package solver

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

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
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
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

const (
	// edgeSeconds is the processor time of a move in the reverse graph: it is sent, sorted and taken back once.
	// Quixo and Teeko took so long.
	edgeSeconds = 60e-9
	// looks is how often a position lists its successors in all phases that look forward, as Quixo did; there were
	// some more in games with more phases.
	looks = 7
	// sampleTime is how long successors are listed to learn how long that takes.
	sampleTime = 100 * time.Millisecond
	sampleRun  = 1024
)

// listedSeconds estimates the wall time of a game without predecessors, of which so many positions are in slices
// solved by phases, and so many of these look forward; and how many times longer these make it.
func listedSeconds(g engine.Game, o Options, listed, forward uint64) (seconds, slower float64) {
	w := crew.NewWorker(0, g)
	rng := rand.New(rand.NewPCG(2, 3))
	w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], 0) // may make tables first
	moves, positions, begun := 0, 0, time.Now()
	for time.Since(begun) < sampleTime {
		// One after the other, as the scan lists them: their moves lead to positions near each other.
		first := rng.Uint64N(g.Size())
		for i := first; i < min(first+sampleRun, g.Size()); i++ {
			w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i)
			moves += len(w.Indices)
			positions++
		}
	}
	list := time.Since(begun).Seconds() / float64(positions)
	edges := edgeSeconds * float64(moves) / float64(positions)
	whole := list*float64(g.Size()) + edges*float64(listed)
	longer := whole + (looks*list-edges)*float64(forward)
	if forward > 0 {
		slower = longer / whole
	}
	return longer / float64(o.Workers), slower
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

// listed is the share of the moves of positions without an immediate win, both ways,
// that a solve generates: looks forward stop early and are seldom repeated, and only
// losses and late wins list their predecessors. It is what the Push Fight variants
// solved so far took.
const listed = 0.15

// sampleSeconds estimates the wall time of a solve from some positions: all are
// scanned once, and moves are generated for those without an immediate win. It takes
// some hundredths of a second.
func sampleSeconds(g engine.Game, o Options) float64 {
	const positions = 256
	w := crew.NewWorker(0, g)
	if w.Layers != nil {
		return 0 // many at a time; positions alone would tell nothing
	}
	rng := rand.New(rand.NewPCG(2, 3))
	moves := listed
	if g.Kind() == engine.Score || !slices.ContainsFunc(g.Slices(), func(sl engine.Slice) bool { return !sl.Layer }) {
		moves = 1 // all are generated, once
	}
	var scan, expand time.Duration
	for range positions {
		i := rng.Uint64N(g.Size())
		w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i) // may make tables first
		start := time.Now()
		wins := engine.NewSet(i, 1)
		if w.Scanner != nil {
			w.Scanner.ScanWins(wins, i, 1)
		}
		scan += time.Since(start)
		if wins.Has(i) {
			continue
		}
		start = time.Now()
		if w.Seeder != nil {
			w.Indices, _, _, _ = w.Seeder.AppendExits(w.Indices[:0], i)
		} else {
			w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i)
		}
		if w.Unmover != nil {
			w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], i)
		}
		expand += time.Since(start)
	}
	perPosition := (scan.Seconds() + moves*expand.Seconds()) / positions
	return perPosition * float64(g.Size()) / float64(o.Workers)
}
