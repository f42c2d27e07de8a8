package budget

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

const (
	minChunk = 1 << 12
	maxChunk = 1 << 22
)

// RoundBytes is how many bytes of updates a round of a spilling run writes before they
// are taken in.
const RoundBytes = 2 << 30

// logMove is the bytes that a move takes in the log of moves, at most but for odd ones.
const logMove = 6

// Plan is how a solve uses its memory.
type Plan struct {
	Sizes
	grant   Grant
	Chunk   uint64 // positions, a power of two
	Working uint64 // bytes for working arrays
}

// New makes the plan, or refuses what cannot work.
func New(z Sizes, o Grant) (Plan, error) {
	if err := o.Check(); err != nil {
		return Plan{}, err
	}
	p := plan(z, o)
	if o.Chunk == 0 {
		largest := uint64(0)
		for _, sl := range z.Slices {
			largest = max(largest, sl.Size)
		}
		p.Chunk = ceilPower(min(max(largest/64, minChunk), maxChunk))
		for p.Chunk > minChunk && (p.spillChunks() > p.Working/4 || p.sortsTight()) {
			p.Chunk /= 2
		}
	}
	if least := p.Least(); o.Working == 0 && least > o.Memory {
		return p, engine.InputErrorf("%s needs at least %d MiB of memory to solve, and the budget is %d MiB", z.Name, (least+1<<20-1)>>20, o.Memory>>20)
	}
	return p, nil
}

// Near returns a plan to estimate with where New refuses to make one: for a machine with
// more memory.
func Near(z Sizes, o Grant) Plan {
	o.Memory = max(o.Memory, Smallest)
	p, err := New(z, o)
	if err != nil {
		if p = plan(z, o); o.Chunk == 0 {
			p.Chunk = maxChunk
		}
	}
	return p
}

func plan(z Sizes, o Grant) Plan {
	p := Plan{Sizes: z, grant: o, Chunk: ceilPower(max(o.Chunk, 64)), Working: o.Memory - min(z.taken(), o.Memory)}
	if o.Working > 0 {
		p.Working = o.Working
	}
	return p
}

func ceilPower(n uint64) uint64 { return 1 << bits.Len64(n-1) }

// Chunks returns the number of chunks of a slice.
func (p Plan) Chunks(sl engine.Slice) int { return int((sl.Size + p.Chunk - 1) / p.Chunk) }

// spilled returns the bytes that a spilling run needs for a slice, the values of
// exits not counted.
func (p Plan) spilled(sl engine.Slice) uint64 { return sl.Size/8 + p.spillChunks() + p.Buffers() }

// spillChunks returns the bytes that the workers of a spilling run need for their
// chunks: bits, bitmaps, and copies of them on their way into the store.
func (p Plan) spillChunks() uint64 { return uint64(p.grant.Workers) * p.Chunk }

// Buffers returns the bytes for the buffers of updates.
func (p Plan) Buffers() uint64 { return min(p.Working/8, mostBuffers) }

const mostBuffers = 64 << 20

// sortsTight reports whether the lengths of the lists of the chunks that workers sort, for a reverse graph, take much of
// the memory. Machines that solve together have none, and chunks of one size.
func (p Plan) sortsTight() bool {
	return !p.Unmoves && !p.grant.Together && 4*uint64(p.grant.Workers)*p.Chunk > p.Working/32
}

// window returns the bytes that suffice for the values of exits: fewer make the scan
// take more turns.
func window(exits uint64) uint64 { return min(exits, 16<<20+exits/32) }

// Least returns the bytes below which the solve is refused.
func (p Plan) Least() (least uint64) {
	for _, sl := range p.Slices {
		exits := p.Exits(sl)
		need := p.Sets(sl) + exits
		if p.spills() && !p.Whole(sl) {
			need = min(need, sl.Size/8+p.spillChunks()+window(exits)*3/2)
		}
		least = max(least, need)
	}
	return least + least/8 + p.taken() // buffers come from the working memory, too
}

// Best returns the bytes that let the solve run without spilling.
func (p Plan) Best() uint64 {
	best := p.Most(func(sl engine.Slice) uint64 {
		if p.Whole(sl) {
			return p.Sets(sl)
		}
		need := p.Sets(sl) + (p.Counter+4)*sl.Size
		if !p.Unmoves {
			need += 4 * p.reverseMoves(sl)
		}
		return need
	})
	return best + best/4 + p.taken()
}

// Disk returns the bytes that a solve may take on disk: the frontier log takes at
// most two bytes a position and the table one; a run that spills adds the updates of
// a round, four bytes for each predecessor, whose number is sampled, or before that the
// values of exits that are in memory a range at a time. A reverse graph adds the log of
// its moves and of counters, and itself where it is in a file.
func (p Plan) Disk() uint64 {
	var most uint64
	for _, sl := range p.Slices {
		if p.Whole(sl) || sl.Size == 0 {
			continue
		}
		exits := p.Exits(sl)
		switch m := p.Mode(sl, exits); {
		case m.Spilling:
			if m.Window > 0 {
				most = max(most, exits)
			}
			most = max(most, min(RoundBytes+RoundBytes/8, uint64(4*p.Predecessors(sl)*float64(sl.Size))))
		case m.Reverse == ReverseInFile:
			most = max(most, logMove*m.moves+p.Counter*sl.Size+4*m.moves)
		case m.Reverse == ReverseInMemory:
			most = max(most, logMove*m.moves+p.Counter*sl.Size)
		}
	}
	return 3*p.Positions() + 64<<20 + most
}

// KeepsExits reports whether there is room for all values of finished slices that are
// needed later, beside the sets of each slice.
func (p Plan) KeepsExits() bool { return p.Most(p.Sets)+p.Buffers() <= p.Working }

// Most returns the greatest sum, over the slices as they are solved, of what a slice
// needs and the values of the finished slices that later ones exit into.
func (p Plan) Most(need func(sl engine.Slice) uint64) (most uint64) {
	order, err := Order(p.Slices)
	if err != nil {
		return 0 // the solve will say so
	}
	last := make([]int, len(p.Slices)) // the last place in order that needs a slice's values
	for at, n := range order {
		for _, e := range p.Slices[n].Exits {
			last[e] = at
		}
	}
	values := uint64(0)
	for at, n := range order {
		most = max(most, values+need(p.Slices[n]))
		if last[n] > at {
			values += p.Value * p.Slices[n].Size
		}
		for _, e := range p.Slices[n].Exits {
			if last[e] == at {
				values -= p.Value * p.Slices[e].Size
			}
		}
	}
	return most
}
