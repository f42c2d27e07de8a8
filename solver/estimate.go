package solver

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/parts"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/phases"
	"github.com/foregone-db/foregone/solver/internal/slabs"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// DefaultMemory returns three quarters of the memory of the container, or else of the machine. It
// returns 2 GiB if neither is known.
func DefaultMemory() uint64 {
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil || limit == 0 {
		return 2 << 30
	}
	return max(limit/4*3, budget.Smallest)
}

// CPUTime returns the CPU time of this process or, if the system does not report it, the wall time
// since the start of the process.
func CPUTime() time.Duration { return clock.Process() }

// EstimateFor estimates the solve of g with the options o: memory and disk by arithmetic, the time
// from a sample of positions.
func EstimateFor(g engine.Game, o Options) (Estimate, error) {
	o = o.withDefaults()
	q := o.request(g)
	c, _ := planFor(q, o.grant())
	p := c.plan
	e := Estimate{Positions: g.Size(), Chunk: p.Chunk, MemoryLeast: p.Least(), MemoryBest: p.Best(), Disk: c.disk, DiskLeast: c.leastDisk()}
	for _, sl := range p.Slices {
		e.Chunks += p.Chunks(sl)
	}
	if e.Positions == 0 {
		return e, fmt.Errorf("%s has no positions", g.Spec())
	}
	ignorePanics(func() {
		if !q.Single || !suitsSlabs(g, o.Strategy) || !e.bySlabs(g, o) {
			e.byWays(q, c, o)
		}
		if e.CPU > 0 { // else a way could not tell
			e.Table = tableSeconds(g)
			e.CPU += e.Table + processSeconds
			e.Seconds = e.CPU / o.speed()
		}
	})
	e.MemoryLeast = max(e.MemoryLeast, budget.Smallest)
	e.MemoryBest = max(e.MemoryBest, e.MemoryLeast)
	return e, nil
}

// bySlabs makes the estimate that of a solve by slabs. It returns false if the solve takes another
// way, for lack of memory.
func (e *Estimate) bySlabs(g engine.Game, o Options) bool {
	by := slabs.EstimateFor(g.Parts().Slabs(), o.slabMemory(), o.Workers)
	if by.Least > o.slabMemory() && o.Memory >= e.MemoryLeast && o.Strategy != Slabs {
		return false
	}
	e.MemoryLeast, e.MemoryBest, e.Disk, e.DiskLeast, e.CPU = wholeMemory(by.Least), wholeMemory(by.Best), by.Disk, by.Disk, by.Seconds
	return true
}

// Shares is what a solve by slabs takes on several machines, each of which holds parts of the bitmaps.
type Shares struct {
	Parts       int
	Memory      uint64  // bytes of the machine with most parts, without the coordinator's work
	Coordinator uint64  // bytes, at least; it makes the table
	Links       uint64  // bytes of the messages between parts, an upper bound
	Results     uint64  // bytes of what the units find, an upper bound
	CPU         float64 // seconds, all workers together
	Making      float64 // seconds of the coordinator, in one thread
}

// The constants of solver/decisions/parts.md and simulation.md.
const (
	partBitmaps   = 5
	partProcess   = 200 << 20
	linkBytes     = 1.1 * 1.23 // of the links of a position
	partsFactor   = 1.36       // CPU time of workers, against one machine
	makingSeconds = 19e-9      // a position
	openSample    = 1 << 12    // positions looked at for the share that is not won at once
)

// SharesOf returns what a solve of g takes on a number of machines with the options o each, or false if they do not solve it by slabs.
func SharesOf(g engine.Game, o Options, machines int) (s Shares, ok bool) {
	o = o.withDefaults()
	if !suitsSlabs(g, o.Strategy) {
		return s, false
	}
	by := slabs.EstimateFor(g.Parts().Slabs(), o.slabMemory(), o.Workers)
	if by.Least > o.slabMemory() && o.Strategy != Slabs { // as SharedStrategy
		return s, false
	}
	scratch, rng, open := g.NewScratch(), rand.New(rand.NewPCG(11, 12)), 0
	for range openSample {
		if _, ends := scratch.AppendSuccessors(nil, rng.Uint64N(g.Size())); ends&engine.WinsNow == 0 {
			open++
		}
	}
	s.Parts = parts.For(by.Bitmap)
	s.Memory = partMemory(by.Bitmap, (s.Parts+machines-1)/machines)
	s.Coordinator = wholeMemory(by.Least)
	s.Links = uint64(2 * linkBytes * float64(open) / openSample * float64(g.Size())) // once in the first stage, once when decided
	s.Results = g.Size() / 5
	s.CPU = partsFactor * by.Seconds
	s.Making = makingSeconds * float64(g.Size())
	return s, true
}

// partMemory returns the memory of a machine that holds some parts of a game with a bitmap of that many bytes.
func partMemory(bitmap uint64, held int) uint64 {
	return partProcess + partBitmaps*bitmap/uint64(parts.For(bitmap))*uint64(held)
}

const (
	// busy is the share of the time that workers other than the first are busy. A worker waits
	// for the disk, and at the end of each step for the others.
	busy = 0.6
	// processSeconds is the CPU time of the smallest solve.
	processSeconds = 0.05
	// valueSeconds is the CPU time to read a value, to compress it, and to add it to the digest.
	valueSeconds = 10e-9
)

// tableSeconds estimates the CPU time of writing the table. A sample gives the time of counting
// symmetric twins.
func tableSeconds(g engine.Game) float64 {
	const run = 1 << 12
	weight, runs, each := table.WeightOf(g), 64, 0.0
	for pass := range uint64(2) { // in the first the game builds its lazy tables
		rng := rand.New(rand.NewPCG(9, 10))
		watch, counted, begun, n := clock.Start(), uint64(0), time.Now(), 0
		for ; n == 0 || n < runs && time.Since(begun) < way.SampleTime; n++ {
			first := (rng.Uint64N(g.Size()) + pass*run) % g.Size()
			end := min(first+run, g.Size())
			for i := first; i < end; {
				_, i = weight(i)
			}
			counted += end - first
		}
		runs, each = n, watch.Stop()/float64(counted)
	}
	return (each + valueSeconds) * float64(g.Size())
}

// byWays adds the estimated times of the ways of a course.
func (e *Estimate) byWays(q *way.Request, c course, o Options) {
	for _, w := range ways {
		list := slicesOf(q, c.ways, w)
		if len(list) == 0 {
			continue
		}
		by := w.Estimate(q, c.plan, list)
		e.CPU += by.Seconds
		e.Slower = max(e.Slower, by.Slower)
	}
	if e.Slower > 0 && o.Strategy != Forward && o.Party == nil {
		e.MemoryReverse = c.plan.ReverseLeast()
	}
}

// ChunkFor returns how many positions a task of solving g with the options o has.
func ChunkFor(g engine.Game, o Options) uint64 {
	o = o.withDefaults()
	c, _ := planFor(o.request(g), o.grant())
	return c.plan.Chunk
}

// speed returns the CPU seconds that the workers use in a second, if nothing else runs on the machine.
func (o Options) speed() float64 { return 1 + busy*float64(o.Workers-1) }

// withDefaults returns the options with defaults filled in.
func (o Options) withDefaults() Options {
	o.Workers = pool.Workers(o.Workers)
	o.Memory = cmp.Or(o.Memory, DefaultMemory())
	o.Strategy = cmp.Or(o.Strategy, Auto)
	return o
}

// ignorePanics calls f, which samples positions. If the rules panic at one of them, only the
// estimate ends; the solve panics there again and reports the position.
func ignorePanics(f func()) {
	defer func() { _ = recover() }()
	f()
}

// sizesOf returns the sizes of a game for package budget.
func sizesOf(g engine.Game) budget.Sizes {
	w := g.NewScratch()
	return budget.Sizes{
		Name: g.Spec().String(), Slices: g.Slices(), Value: phase.CodecOf(g.Kind()).Width(), Counter: counterWidth(g),
		Resident: crew.Resident(g), Unmoves: w.Unmover != nil, Parted: w.Unmover != nil && (w.WinScanner == nil || w.Seeder != nil),
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

// counterWidth returns the bytes of a counter. If a game without predecessors declares no bound on
// its successors, it samples positions instead; a few positions may have more.
func counterWidth(g engine.Game) uint64 {
	const positions, few = 256, 100
	most, known := crew.MaxSuccessors(g)
	if !known && !crew.Unmoves(g) && slices.ContainsFunc(g.Slices(), func(sl engine.Slice) bool { return !sl.Layer && sl.Size > 0 }) {
		rng := rand.New(rand.NewPCG(6, g.Size()))
		ignorePanics(func() {
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

// average returns the mean of number over a sample of a slice's positions.
func average(sl engine.Slice, number func(i uint64) int) float64 {
	const positions = 64
	rng := rand.New(rand.NewPCG(4, sl.First))
	sum := 0
	for range positions {
		sum += number(sl.First + rng.Uint64N(sl.Size))
	}
	return float64(sum) / positions
}
