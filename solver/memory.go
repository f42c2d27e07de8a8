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
func taken(g engine.Game) uint64 { return overhead + resident(g) }

// planFor makes the plan, or refuses what cannot work.
func planFor(g engine.Game, o Options) (plan, error) {
	p := plan{width: counterWidth(g), value: uint64(g.Kind().Width())}
	if err := o.check(); err != nil {
		return p, err
	}
	p.working = o.Memory - min(taken(g), o.Memory)
	if o.working > 0 {
		p.working = o.working
	}
	largest := uint64(0)
	for _, s := range g.Slices() {
		largest = max(largest, s.Size)
	}
	p.chunk = ceilPower(max(o.Chunk, 64))
	if o.Chunk == 0 {
		p.chunk = ceilPower(min(max(largest/64, minChunk), maxChunk))
		for p.chunk > minChunk && p.spillChunks(o) > p.working/4 {
			p.chunk /= 2
		}
	}
	if least := p.least(g, o); o.working == 0 && least > o.Memory {
		return p, engine.InputErrorf("%s needs at least %d MiB of memory to solve, and the budget is %d MiB", g.Spec(), (least+1<<20-1)>>20, o.Memory>>20)
	}
	return p, nil
}

// check refuses what no game can be solved with.
func (o Options) check() error {
	if o.Chunk > 1<<31 {
		return engine.InputErrorf("a chunk of %d positions is too large: want at most %d", o.Chunk, 1<<31)
	}
	if o.Memory < smallestBudget {
		return engine.InputErrorf("a memory budget of %d MiB is too small: want at least %d MiB", o.Memory>>20, smallestBudget>>20)
	}
	return nil
}

func ceilPower(n uint64) uint64 { return 1 << bits.Len64(n-1) }

// sets returns the bytes of the bit sets of a slice in memory: won, lost, rescued,
// waiting, frontier, older, found. Of a layer it is the values.
func (p plan) sets(sl engine.Slice) uint64 {
	if sl.Layer {
		return p.value * sl.Size
	}
	n := uint64(5)
	if len(sl.Exits) > 0 {
		n++
	}
	if p.value == 2 {
		n++
	}
	return n * (sl.Size/8 + 8)
}

// spilled returns the bytes that a spilling run needs for a slice, the values of
// exits not counted.
func (p plan) spilled(sl engine.Slice, o Options) uint64 {
	return sl.Size/8 + p.spillChunks(o) + p.buffers()
}

// spillChunks returns the bytes that the workers of a spilling run need for their
// chunks: bits, bitmaps, and copies of them on their way into the store.
func (p plan) spillChunks(o Options) uint64 { return uint64(o.Workers) * p.chunk }

// buffers returns the bytes for the buffers of updates.
func (p plan) buffers() uint64 { return min(p.working/8, 64<<20) }

// window returns the bytes that suffice for the values of exits: fewer make the scan
// take more turns.
func window(exits uint64) uint64 { return min(exits, 16<<20+exits/32) }

// least returns the bytes below which the solve is refused.
func (p plan) least(g engine.Game, o Options) (least uint64) {
	spills := unmoves(g) && p.value == 1
	list := g.Slices()
	for _, sl := range list {
		exits := p.exitBytes(list, sl)
		need := p.sets(sl) + exits
		if spills && !sl.Layer {
			need = min(need, sl.Size/8+p.spillChunks(o)+window(exits)*3/2)
		}
		least = max(least, need)
	}
	return least + least/8 + taken(g) // buffers come from the working memory, too
}

// disk returns the bytes that a solve may take on disk: the frontier log takes at
// most two bytes a position and the table one; a run that spills adds the updates of
// a round, four bytes for each predecessor, whose number is sampled, or before that the
// values of exits that it holds a range at a time.
func (p plan) disk(g engine.Game, o Options) uint64 {
	total := 3*g.Size() + 64<<20
	var most uint64
	for _, sl := range g.Slices() {
		if sl.Layer || sl.Size == 0 {
			continue
		}
		exits := p.exitBytes(g.Slices(), sl)
		switch m := p.mode(g, sl, o, exits); {
		case m.spilling:
			if m.window > 0 {
				most = max(most, exits)
			}
			most = max(most, min(roundBytes+roundBytes/8, uint64(4*predecessors(g, sl)*float64(sl.Size))))
		case m.reversing == reverseInFile:
			most = max(most, 12*m.moves)
		}
	}
	return total + most
}

// predecessors returns the average number of predecessors that a solve asks for of a
// slice's positions, by a sample.
func predecessors(g engine.Game, sl engine.Slice) float64 {
	w := newWorker(0, g)
	return average(sl, func(i uint64) int {
		w.indices = w.unmover.AppendPredecessors(w.indices[:0], i)
		return len(w.indices)
	})
}

// moves returns the average number of moves that the reverse graph of a slice has for
// each of its positions, by a sample.
func moves(g engine.Game, sl engine.Slice) float64 {
	w := newWorker(0, g)
	return average(sl, func(i uint64) int {
		var ends engine.Ends
		if w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i); ends&engine.WinsNow != 0 {
			return 0
		}
		return len(inside(sl, w.indices))
	})
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
	unmoves := unmoves(g)
	best := p.most(g, func(sl engine.Slice) uint64 {
		if sl.Layer {
			return p.sets(sl)
		}
		need := p.sets(sl) + (p.width+4)*sl.Size
		if !unmoves {
			need += 12 * uint64(moves(g, sl)*float64(sl.Size))
		}
		return need
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

// mode is how a slice is solved.
type mode struct {
	spilling  bool        // updates go through disk
	window    uint64      // bytes of the values of exits that are in memory at a time, 0: all
	counting  bool        // counters may be kept in memory
	watching  bool        // so may a successor to watch for each position
	reversing reverseMode // how predecessors are found that the game does not tell
	moves     uint64      // of the reverse graph, by a sample
	buffers   uint64      // bytes for the buffers of updates
}

// mode decides how a slice is solved. exits is what the values of finished slices
// take.
func (p plan) mode(g engine.Game, sl engine.Slice, o Options, exits uint64) (m mode) {
	m.buffers = p.buffers()
	room := p.working - min(exits, p.working)
	need := p.sets(sl) + m.buffers
	unmoves := unmoves(g)
	if unmoves && p.value == 1 && need > room {
		m.spilling = true
		if p.spilled(sl, o) > room {
			m.window = max(p.working-min(p.spilled(sl, o), p.working), window(exits), 1) * 2 / 3
		}
		if len(sl.Exits) == 0 {
			m.window = 0
		}
		return m
	}
	if unmoves && o.Strategy != Forward && need+p.width*sl.Size <= room {
		m.counting = true
		need += p.width * sl.Size
	}
	if reverse := need + p.width*sl.Size + 4*(sl.Size+sl.Size>>6); !unmoves && o.Strategy != Forward && sl.Size < 1<<32-1 && reverse <= room {
		m.moves = uint64(1.1 * moves(g, sl) * float64(sl.Size))
		chunk := 4 * m.moves / max(sl.Size/p.chunk, 1) // the moves into one, which each worker sorts
		switch {
		case reverse+12*m.moves <= room:
			m.counting, m.reversing = true, reverseInMemory
			return m
		case reverse+uint64(o.Workers)*chunk <= room:
			m.counting, m.reversing = true, reverseInFile
			return m
		}
	}
	m.watching = o.Strategy != Backward && sl.Size < 1<<32-1 && need+4*sl.Size <= room
	return m
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
