package solver

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"runtime"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/foregone-db/foregone/engine"
)

const (
	// overhead is what a process needs besides working arrays and what the game says
	// that it keeps: the runtime, the store's caches, the game's tables, a block being
	// compressed.
	overhead = 192 << 20
	// smallestBudget is the least --memory that is accepted.
	smallestBudget = 256 << 20
	minChunk       = 1 << 12
	maxChunk       = 1 << 22
)

// DefaultMemory returns three quarters of the memory that the container, or else
// the machine, has; 2 GiB where neither can be learned.
func DefaultMemory() uint64 {
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil || limit == 0 {
		return 2 << 30
	}
	return max(limit/4*3, smallestBudget)
}

// plan is how a solve uses its memory.
type plan struct {
	chunk   uint64 // positions, a power of two
	width   uint64 // bytes per counter
	value   uint64 // bytes per value
	working uint64 // bytes for working arrays
}

// taken returns the bytes of memory that working arrays cannot have.
func taken(g engine.Game) uint64 {
	if r, ok := g.(engine.Resident); ok {
		return overhead + r.Resident()
	}
	return overhead
}

// planFor makes the plan, or refuses what cannot work.
func planFor(g engine.Game, o Options) (plan, error) {
	p := plan{width: counterWidth(g), value: uint64(g.Kind().Width())}
	if o.Memory < smallestBudget {
		return p, engine.InputErrorf("a memory budget of %d MiB is too small: want at least %d MiB", o.Memory>>20, smallestBudget>>20)
	}
	p.working = o.Memory - min(taken(g), o.Memory)
	if o.working > 0 {
		p.working = o.working
	}
	if o.Chunk > 1<<31 {
		return p, engine.InputErrorf("a chunk of %d positions is too large: want at most %d", o.Chunk, 1<<31)
	}
	largest := uint64(0)
	for _, s := range g.Slices() {
		largest = max(largest, s.Size)
	}
	p.chunk = ceilPower(max(o.Chunk, 64))
	if o.Chunk == 0 {
		p.chunk = ceilPower(min(max(largest/64, minChunk), maxChunk))
		for p.chunk > minChunk && p.spillChunks(o) > p.working/2 {
			p.chunk /= 2
		}
	}
	if least := p.least(g, o); o.working == 0 && least > o.Memory {
		return p, engine.InputErrorf("%s needs at least %d MiB of memory to solve, and the budget is %d MiB", g.Spec(), (least+1<<20-1)>>20, o.Memory>>20)
	}
	return p, nil
}

func ceilPower(n uint64) uint64 { return 1 << bits.Len64(n-1) }

// sets returns the bytes of the bit sets of a slice in memory: won, lost, rescued,
// frontier, found. Of a layer it is the values.
func (p plan) sets(sl engine.Slice) uint64 {
	if sl.Layer {
		return p.value * sl.Size
	}
	return 5 * (sl.Size/8 + 8)
}

// spillChunks returns the bytes that the workers of a spilling run need for their
// chunks: counters, two copies of them while they are read and written, and bits.
func (p plan) spillChunks(o Options) uint64 {
	return uint64(o.Workers) * p.chunk * (7*p.width + 1) / 2
}

// least returns the bytes below which the solve is refused.
func (p plan) least(g engine.Game, o Options) uint64 {
	_, spills := g.NewScratch().(engine.Unmover)
	return taken(g) + p.most(g, func(sl engine.Slice) uint64 {
		if spills && !sl.Layer {
			return min(p.sets(sl), p.spillChunks(o))
		}
		return p.sets(sl)
	})
}

// disk returns the bytes that a solve may take on disk: the frontier log takes at
// most two bytes a position and the table one; a run that spills adds counters and
// the updates of a phase, four bytes for each predecessor, whose number is sampled.
func (p plan) disk(g engine.Game, o Options) uint64 {
	total := 3*g.Size() + 64<<20
	var most uint64
	for _, sl := range g.Slices() {
		if sl.Layer || sl.Size == 0 {
			continue
		}
		if spilling, _, _, _ := p.mode(g, sl, o, 0); spilling {
			most = max(most, 2*p.width*sl.Size+uint64(4*predecessors(g, sl)*float64(sl.Size)))
		}
	}
	return total + most
}

// predecessors returns the average number of predecessors of a slice's positions, by
// a sample.
func predecessors(g engine.Game, sl engine.Slice) float64 {
	const positions = 64
	w := newWorker(0, g)
	rng := rand.New(rand.NewPCG(4, sl.First))
	edges := 0
	for range positions {
		w.indices = w.unmover.AppendPredecessors(w.indices[:0], sl.First+rng.Uint64N(sl.Size))
		edges += len(w.indices)
	}
	return float64(edges) / positions
}

// checkDisk refuses to begin a solve that the disk of its folder cannot hold.
func (p plan) checkDisk(g engine.Game, o Options) error {
	free, known := freeDisk(o.Dir)
	if need := p.disk(g, o); known && need > free {
		return fmt.Errorf("solving %s may take up to %d MiB of disk, and %s has %d MiB left", g.Spec(), need>>20, o.Dir, free>>20)
	}
	return nil
}

// best returns the bytes that let the solve run without spilling.
func (p plan) best(g engine.Game) uint64 {
	best := p.most(g, func(sl engine.Slice) uint64 {
		if sl.Layer {
			return p.sets(sl)
		}
		return p.sets(sl) + (p.width+4)*sl.Size
	})
	return best + best/4 + taken(g)
}

// most returns the greatest sum, over the slices as they are solved, of what a slice
// needs and the values of the finished slices that later ones exit into.
func (p plan) most(g engine.Game, need func(sl engine.Slice) uint64) (most uint64) {
	list := g.Slices()
	order, err := solveOrder(list)
	if err != nil {
		return 0 // the solve will say so
	}
	last := make([]int, len(list)) // the last place in order that needs a slice's values
	for at, n := range order {
		for _, e := range list[n].Exits {
			last[e] = at
		}
	}
	held := uint64(0)
	for at, n := range order {
		most = max(most, held+need(list[n]))
		if last[n] > at {
			held += p.value * list[n].Size
		}
		for _, e := range list[n].Exits {
			if last[e] == at {
				held -= p.value * list[e].Size
			}
		}
	}
	return most
}

// mode decides whether a slice is solved with its updates on disk, else whether
// counters may be kept in memory, and a successor to watch for each position, and
// what the buffers of updates may take. held is what the values of finished slices
// take.
func (p plan) mode(g engine.Game, sl engine.Slice, o Options, held uint64) (spilling, counting, watching bool, buffers uint64) {
	working := p.working - min(held, p.working)
	buffers = min(working/4, 64<<20)
	need := p.sets(sl) + buffers
	_, unmoves := g.NewScratch().(engine.Unmover)
	if unmoves && (need > working || o.Strategy == Backward && need+p.width*sl.Size > working) {
		return true, false, false, buffers
	}
	if unmoves && o.Strategy != Forward && need+p.width*sl.Size <= working {
		counting = true
		need += p.width * sl.Size
	}
	watching = o.Strategy != Backward && sl.Size < 1<<32-1 && need+4*sl.Size <= working
	return false, counting, watching, buffers
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
	o.Memory = max(o.Memory, smallestBudget)
	p := plan{width: counterWidth(g), value: uint64(g.Kind().Width()), working: o.Memory - min(taken(g), o.Memory), chunk: ceilPower(max(o.Chunk, 64))}
	if q, err := planFor(g, o); err == nil {
		p = q
	} else if o.Chunk == 0 {
		p.chunk = maxChunk
	}
	e := Estimate{Positions: g.Size(), Chunk: p.chunk, MemoryLeast: p.least(g, o), MemoryBest: p.best(g)}
	for _, sl := range g.Slices() {
		e.Chunks += int((sl.Size + p.chunk - 1) / p.chunk)
	}
	if e.Positions == 0 {
		return e, fmt.Errorf("%s has no positions", g.Spec())
	}
	e.Disk = p.disk(g, o)
	e.Seconds = sampleSeconds(g, o)
	return e, nil
}
