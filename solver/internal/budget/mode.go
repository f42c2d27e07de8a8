package budget

import "github.com/foregone-db/foregone/engine"

// Phases is the [Needs] of solving by phases.
//
// A slice takes five or six bits a position: won, lost, rescued, waiting, the frontier, the
// positions found. If memory allows, one or two bytes a position hold the counters, and the values of the
// slices that it exits into stay in memory.
//
// If the bits do not fit, the solve spills: one bit a position, won, stays in memory. The solver
// gathers predecessors of the frontier that are not won by destination chunk and writes them to
// disk, in rounds that bound the disk and what a crash costs. Each chunk then absorbs its own.
// After losses they are won; after wins their successors are searched again. Values of exits that
// do not fit are in a file, and in memory a range at a time. Only games that list predecessors can
// spill. Less than one bit a position of the largest slice is refused.
type Phases struct{}

// Arrays implements [Needs]: the sets won, lost, rescued, waiting, frontier, older and found.
func (Phases) Arrays(p *Plan, slice int) uint64 {
	sl, sets := p.Slices[slice], uint64(5)
	if len(sl.Exits) > 0 {
		sets++
	}
	if p.Value == 2 {
		sets++
	}
	if p.InParts(sl) { // one part at least
		return sets*(sl.Size/8/leastParts+8) + p.Counter*sl.Size/leastParts
	}
	return sets * (sl.Size/8 + 8)
}

// leastParts is the number of parts of a slice at least. A machine that has more than one needs more memory.
const leastParts = 12

// InParts reports whether machines together solve a slice in parts if phases solve it.
func (p *Plan) InParts(sl engine.Slice) bool {
	return p.grant.Together && p.Parted && p.grant.Strategy != Forward && p.grant.Parts > 0 && sl.Size >= p.grant.Parts
}

// Least implements [Needs].
func (w Phases) Least(p *Plan, slice int) uint64 {
	exits := p.Exits(slice)
	need := w.Arrays(p, slice) + exits
	if p.spills() {
		need = min(need, p.Slices[slice].Size/8+p.spillChunks()+window(exits)*3/2)
	}
	return need
}

// Best implements [Needs]: all sets, counters and the reverse graph.
func (w Phases) Best(p *Plan, slice int) uint64 {
	sl := p.Slices[slice]
	need := w.Arrays(p, slice) + p.Counter*sl.Size
	if !p.Unmoves {
		need += p.listed(sl, p.reverseMoves(sl))
	}
	return need
}

// Disk implements [Needs]. A position takes at most two bytes in the frontiers and one in the
// table. A spilling run takes the updates of a round, four bytes for each predecessor (a sample
// gives their number), or before that the values of exits, of which memory holds a range at a time.
// A reverse graph takes the log of its moves and counters, and its lists.
func (Phases) Disk(p *Plan, slice int) (kept, working uint64) {
	sl, exits := p.Slices[slice], p.Exits(slice)
	switch m := p.Mode(slice, exits); {
	case m.Spilling:
		working = min(RoundBytes+RoundBytes/8, uint64(4*p.Predecessors(sl)*float64(sl.Size)))
		if m.Window > 0 {
			working = max(working, exits)
		}
	case m.Reverse:
		working = (logMove+4)*m.moves + p.Counter*sl.Size
	}
	return 3 * sl.Size, working
}

// RoundBytes is the number of bytes of updates that a round of a spilling run writes before it
// absorbs them.
const RoundBytes = 2 << 30

// logMove is the bytes of a move in the log of moves, in all but rare cases.
const logMove = 6

// byPhases reports whether a slice that has positions is solved by phases.
func (p *Plan) byPhases(slice int) bool {
	_, phases := p.Ways[slice].(Phases)
	return phases && p.Slices[slice].Size > 0
}

// spills reports whether slices can be solved with one bit a position in memory.
func (p *Plan) spills() bool { return p.Unmoves && p.Value == 1 && !p.grant.Together }

// spilled returns the bytes that a spilling run needs for a slice, without the values of exits.
func (p *Plan) spilled(sl engine.Slice) uint64 { return sl.Size/8 + p.spillChunks() + p.Buffers() }

// spillChunks returns the bytes that the workers of a spilling run need for their chunks: bits,
// bitmaps, and copies of these on their way into the store.
func (p *Plan) spillChunks() uint64 { return uint64(p.grant.Workers) * p.Chunk }

// sortsTight reports whether much of the memory goes to the lengths of the lists that workers sort
// for a reverse graph. Machines that solve together have no reverse graph, and chunks of one size.
func (p *Plan) sortsTight() bool {
	return !p.Unmoves && !p.grant.Together && 4*uint64(p.grant.Workers)*p.Chunk > p.Working/32
}

// window returns the bytes of a window that suffices for the values of exits ([Mode].Window). With
// fewer the scan takes more passes.
func window(exits uint64) uint64 { return min(exits, 16<<20+exits/32) }

// Mode is how a slice is solved by phases: what is in memory, and what on disk. It follows from the
// memory that the slice has, and changes nothing in the result.
type Mode struct {
	Spilling bool // updates go through disk
	// Window is the bytes of the values of exits that are in memory at a time, 0: all. The scan then
	// goes over the positions once for each part of the values.
	Window   uint64
	Counting bool   // counters may be kept in memory
	Reverse  bool   // the slice has a reverse graph, because the game lists no predecessors
	Buffers  uint64 // bytes for the buffers of updates
	Sort     uint64 // bytes for lists of a reverse graph that a worker sorts at a time
	moves    uint64 // of the reverse graph, by a sample
}

// Mode decides how a slice is solved by phases. The values of finished slices take exits bytes.
func (p *Plan) Mode(slice int, exits uint64) (m Mode) {
	sl, sets := p.Slices[slice], Phases{}.Arrays(p, slice)
	m.Buffers = p.Buffers()
	room := p.Working - min(exits, p.Working)
	need := sets + m.Buffers
	if p.spills() && need > room {
		m.Spilling = true
		if spilled := p.spilled(sl); spilled > room && len(sl.Exits) > 0 {
			m.Window = max(p.Working-min(spilled, p.Working), window(exits), 1) * 2 / 3
		}
		return m
	}
	if p.grant.Together {
		return m
	}
	counters := p.Counter * sl.Size
	m.Counting = p.Unmoves && p.grant.Strategy != Forward && need+counters <= room
	if !p.Unmoves && p.grant.Strategy != Forward && sl.Size < 1<<32-1 {
		for _, buffers := range []uint64{m.Buffers, m.Buffers / fewBuffers} {
			if p.reverses(&m, sl, sets+buffers+counters, room) {
				m.Buffers, m.Counting = buffers, true
				return m
			}
		}
	}
	return m
}

// Listed returns the number of positions in slices that phases solve without predecessors of the
// game. forward is the number of those in slices without room for a reverse graph: their phases
// look forward from all undecided positions.
func (p *Plan) Listed() (listed, forward uint64) {
	if p.Unmoves {
		return 0, 0
	}
	for n, sl := range p.Slices {
		if !p.byPhases(n) {
			continue
		}
		listed += sl.Size
		if !p.Mode(n, p.Exits(n)).Reverse {
			forward += sl.Size
		}
	}
	return listed, forward
}

// fewBuffers divides the size of buffers if that makes room for a reverse graph, which saves more
// time than the buffers do.
const fewBuffers = 4

// ReverseLeast returns the bytes that let every slice have its reverse graph.
func (p *Plan) ReverseLeast() (least uint64) {
	for n, sl := range p.Slices {
		if !p.byPhases(n) {
			continue
		}
		need := p.Exits(n) + Phases{}.Arrays(p, n) + p.Counter*sl.Size + p.listed(sl, p.reverseMoves(sl))
		least = max(least, need+min(need/(8*fewBuffers-1)+1, mostBuffers/fewBuffers)) // buffers are an eighth at most
	}
	least += p.taken()
	// With more memory chunks may be larger, and their lists take more.
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

// reverseMoves returns the number of moves of a slice's reverse graph, from a sample, plus a tenth.
func (p *Plan) reverseMoves(sl engine.Slice) uint64 {
	return uint64(1.1 * p.Moves(sl) * float64(sl.Size))
}

// leastSort is the number of bytes that each worker has for the lists that it sorts, unless a chunk
// has fewer.
const leastSort = 1 << 20

// listed returns the bytes in memory of a reverse graph with this number of moves: the place of the
// lists of each 64 positions, and for each worker the lengths of a chunk's lists and some of the
// lists.
func (p *Plan) listed(sl engine.Slice, moves uint64) uint64 {
	chunk := min(p.Chunk, sl.Size)
	return sl.Size/16 + 8*uint64(p.Chunks(sl)) + uint64(p.grant.Workers)*(4*chunk+min(leastSort, p.chunkLists(sl, moves)))
}

// chunkLists returns the bytes of the lists of a chunk.
func (p *Plan) chunkLists(sl engine.Slice, moves uint64) uint64 {
	return 4 * moves / max(sl.Size/p.Chunk, 1)
}

// reverses reports whether memory has room for the reverse graph in addition to the slice's needs.
func (p *Plan) reverses(m *Mode, sl engine.Slice, need, room uint64) bool {
	least := sl.Size/16 + 4*uint64(p.grant.Workers)*min(p.Chunk, sl.Size)
	if need+least > room { // moves need not be sampled
		return false
	}
	m.moves = p.reverseMoves(sl)
	listed := p.listed(sl, m.moves)
	if m.Reverse = need+listed <= room; m.Reverse {
		each := (room - need - listed) / uint64(p.grant.Workers)
		m.Sort = min(leastSort+each, 2*p.chunkLists(sl, m.moves))
	}
	return m.Reverse
}
