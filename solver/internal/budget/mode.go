package budget

import "github.com/foregone-db/foregone/engine"

// Mode is how a slice is solved by phases.
type Mode struct {
	Spilling bool    // updates go through disk
	Window   uint64  // bytes of the values of exits that are in memory at a time, 0: all
	Counting bool    // counters may be kept in memory
	Watching bool    // so may a successor to watch for each position
	Reverse  Reverse // how predecessors are found that the game does not tell
	Buffers  uint64  // bytes for the buffers of updates
	Sort     uint64  // bytes for lists of a reverse graph that a worker sorts at a time
	moves    uint64  // of the reverse graph, by a sample
}

// Reverse is how the reverse graph of a slice is kept.
type Reverse uint8

const (
	NoReverse Reverse = iota
	ReverseInMemory
	ReverseInFile
)

// Mode decides how a slice is solved. exits is what the values of finished slices
// take.
func (p Plan) Mode(sl engine.Slice, exits uint64) (m Mode) {
	m.Buffers = p.Buffers()
	room := p.Working - min(exits, p.Working)
	need := p.Sets(sl) + m.Buffers
	if p.spills() && need > room {
		m.Spilling = true
		if spilled := p.spilled(sl); spilled > room && len(sl.Exits) > 0 {
			m.Window = max(p.Working-min(spilled, p.Working), window(exits), 1) * 2 / 3
		}
		return m
	}
	if p.grant.Together {
		m.Watching = sl.Size < 1<<32-1 && need+4*sl.Size <= room
		return m
	}
	counters := p.Counter * sl.Size
	if p.Unmoves && p.grant.Strategy != Forward && need+counters <= room {
		m.Counting = true
		need += counters
	}
	if !p.Unmoves && p.grant.Strategy != Forward && sl.Size < 1<<32-1 {
		for _, buffers := range []uint64{m.Buffers, m.Buffers / fewBuffers} {
			if p.reverses(&m, sl, p.Sets(sl)+buffers+counters, room) {
				m.Buffers, m.Counting = buffers, true
				return m
			}
		}
	}
	m.Watching = p.grant.Strategy != Backward && sl.Size < 1<<32-1 && need+4*sl.Size <= room
	return m
}

// Listed returns the sizes of the slices whose predecessors nobody tells, and of those of them in which phases
// look forward from all undecided positions, since there is no room for a reverse graph.
func (p Plan) Listed() (listed, forward uint64) {
	if p.Unmoves {
		return 0, 0
	}
	for _, sl := range p.Slices {
		if p.Whole(sl) {
			continue
		}
		listed += sl.Size
		if p.Mode(sl, p.Exits(sl)).Reverse == NoReverse {
			forward += sl.Size
		}
	}
	return listed, forward
}

// fewBuffers is how many times smaller buffers are where that makes room for a reverse graph: it saves more than they do.
const fewBuffers = 4

// ReverseLeast returns the bytes that let every slice have its reverse graph, in files.
func (p Plan) ReverseLeast() (least uint64) {
	for _, sl := range p.Slices {
		if p.Whole(sl) || sl.Size == 0 {
			continue
		}
		need := p.Exits(sl) + p.Sets(sl) + p.Counter*sl.Size + p.listed(sl, p.reverseMoves(sl))
		least = max(least, need+min(need/(8*fewBuffers-1)+1, mostBuffers/fewBuffers)) // buffers are an eighth at most
	}
	least += p.taken()
	// With more memory chunks may be larger, whose lists take more.
	for range 40 {
		grant := p.grant
		grant.Memory = max(least, Smallest)
		if q, err := New(p.Sizes, grant); err == nil {
			if _, forward := q.Listed(); forward == 0 {
				return grant.Memory
			}
		}
		least += least / 64
	}
	return least
}

// reverseMoves returns the moves of the reverse graph of a slice, by a sample, and some more.
func (p Plan) reverseMoves(sl engine.Slice) uint64 {
	return uint64(1.1 * p.Moves(sl) * float64(sl.Size))
}

// leastSort is how many bytes each worker has for lists that it sorts, unless a chunk has fewer.
const leastSort = 1 << 20

// listed returns the bytes in memory that a reverse graph of so many moves in a file takes:
// where the lists of each 64 positions begin, and for each worker the lengths of the lists of a
// chunk and some of the lists.
func (p Plan) listed(sl engine.Slice, moves uint64) uint64 {
	chunk := min(p.Chunk, sl.Size)
	return sl.Size/16 + 8*uint64(p.Chunks(sl)) + uint64(p.grant.Workers)*(4*chunk+min(leastSort, p.chunkLists(sl, moves)))
}

// chunkLists returns the bytes of the lists of a chunk.
func (p Plan) chunkLists(sl engine.Slice, moves uint64) uint64 {
	return 4 * moves / max(sl.Size/p.Chunk, 1)
}

// reverses decides how the reverse graph is kept beside what a slice needs, and whether
// there is room for it.
func (p Plan) reverses(m *Mode, sl engine.Slice, need, room uint64) bool {
	least := sl.Size/16 + 4*uint64(p.grant.Workers)*min(p.Chunk, sl.Size)
	if need+least > room { // moves need not be sampled
		return false
	}
	m.moves = p.reverseMoves(sl)
	listed := p.listed(sl, m.moves)
	switch {
	case need+4*(sl.Size+uint64(p.Chunks(sl)))+4*m.moves <= room:
		m.Reverse = ReverseInMemory
	case need+listed <= room:
		m.Reverse = ReverseInFile
		each := (room - need - listed) / uint64(p.grant.Workers)
		m.Sort = min(leastSort+each, 2*p.chunkLists(sl, m.moves))
	}
	return m.Reverse != NoReverse
}
