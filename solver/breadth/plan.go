package breadth

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/bitmaps"
)

// Plan is the cost of a solve, as upper bounds.
type Plan struct {
	Positions uint64
	Blocks    int
	Result    uint64 // bytes of the result
	Disk      uint64 // bytes while solving, the result included
	Memory    uint64 // bytes of one worker
	Workers   int    // that fit into the memory given
}

// PlanFor returns the plan of a game, or false if the game has no spreads. memory is the bytes of the
// whole process.
func PlanFor(g engine.Game, memory uint64, workers int) (Plan, bool) {
	if g.Parts().Spreads == nil {
		return Plan{}, false
	}
	blocks, size := g.Parts().Spreads().Blocks()
	each := bitmaps.Bytes(size)
	all := uint64(blocks) * each
	p := Plan{Positions: g.Size(), Blocks: blocks, Result: all, Memory: 2*each + overhead}
	// Seen, the result, and the last distance, which has the blocks of one parity; and new files of
	// the blocks of the other parity.
	p.Disk = all + all + all/2 + each + 3*(all/2+each)
	p.Workers = int(min(uint64(workers), memory/p.Memory))
	return p, true
}

// overhead is the memory of a worker besides its bitmaps, and of the tables of a game.
const overhead = 128 << 20
