package budget

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

const (
	minChunk = 1 << 12
	maxChunk = 1 << 22
)

// Plan is how a solve uses its memory.
type Plan struct {
	Sizes
	grant   Grant
	Chunk   uint64 // positions, a power of two
	Working uint64 // bytes for working arrays
}

// New makes the plan, or refuses a grant that does not suffice.
func New(z Sizes, o Grant) (*Plan, error) {
	if err := o.Check(); err != nil {
		return nil, err
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

// Near returns a plan for estimates, also if New refuses to make one: then it is for a machine with
// more memory.
func Near(z Sizes, o Grant) *Plan {
	o.Memory = max(o.Memory, Smallest)
	p, err := New(z, o)
	if err != nil {
		if p = plan(z, o); o.Chunk == 0 {
			p.Chunk = maxChunk
		}
	}
	return p
}

func plan(z Sizes, o Grant) *Plan {
	p := &Plan{Sizes: z, grant: o, Chunk: ceilPower(max(o.Chunk, 64)), Working: o.Memory - min(z.taken(), o.Memory)}
	if o.Working > 0 {
		p.Working = o.Working
	}
	return p
}

func ceilPower(n uint64) uint64 { return 1 << bits.Len64(n-1) }

// Chunks returns the number of chunks of a slice.
func (p *Plan) Chunks(sl engine.Slice) int { return int((sl.Size + p.Chunk - 1) / p.Chunk) }

// Buffers returns the bytes for the buffers of updates.
func (p *Plan) Buffers() uint64 { return min(p.Working/8, mostBuffers) }

const mostBuffers = 64 << 20

// Least returns the memory in bytes below which the solve is refused.
func (p *Plan) Least() (least uint64) {
	for n, way := range p.Ways {
		least = max(least, way.Least(p, n))
	}
	return least + least/8 + p.taken() // buffers come from the working memory, too
}

// Best returns the memory in bytes beyond which more makes the solve no faster.
func (p *Plan) Best() uint64 {
	best := p.most(func(n int) uint64 { return p.Ways[n].Best(p, n) })
	return best + best/4 + p.taken()
}

// Disk returns an upper bound of the bytes that a solve takes on disk.
func (p *Plan) Disk() uint64 {
	// The store's journals and its first tables take some megabytes, more with every position.
	sum, most := min(4<<20+1024*p.Positions(), 64<<20), uint64(0)
	for n, way := range p.Ways {
		if p.Slices[n].Size > 0 {
			kept, working := way.Disk(p, n)
			sum, most = sum+kept, max(most, working)
		}
	}
	return sum + most
}

// ScarceDisk is Disk if the files of values are removed one after the other while the table is written.
func (p *Plan) ScarceDisk() uint64 {
	disk, most := p.Disk(), uint64(0)
	for n, way := range p.Ways {
		if w, ok := way.(interface{ File(*Plan, int) uint64 }); ok {
			disk, most = disk-w.File(p, n), max(most, w.File(p, n))
		}
	}
	return disk + most
}

// KeepsExits reports whether memory has room for all values of finished slices that are
// needed later, in addition to the arrays of each slice.
func (p *Plan) KeepsExits() bool {
	return p.most(func(n int) uint64 { return p.Ways[n].Arrays(p, n) })+p.Buffers() <= p.Working
}

// most returns the maximum, over the slices in the order of solving, of the bytes that a slice
// needs plus the values of the finished slices that later ones exit into.
func (p *Plan) most(need func(slice int) uint64) (most uint64) {
	order, err := Order(p.Slices)
	if err != nil {
		return 0 // the solve reports it
	}
	last := make([]int, len(p.Slices)) // the last place in order that needs a slice's values
	for at, n := range order {
		for _, e := range p.Slices[n].Exits {
			last[e] = at
		}
	}
	values := uint64(0)
	for at, n := range order {
		most = max(most, values+need(n))
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
