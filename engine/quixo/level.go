package quixo

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

// level is all positions with the same number of marks. It is a slice of the game with the
// parameter marks.
//
// The neutral cubes form one of a few sets. Each represents its symmetric images and is the least
// of them as an arranged set. Such a set makes a block. The other cubes, in the order of arranged
// sets, show the mover's mark (bit 1) or the opponent's (bit 0), in all 2^cubes ways. If a symmetry
// keeps the neutral cubes, twins are in the same block and have separate indices.
//
// Indices are ordered by the number of the mover's marks, then by block, then by the bits as a
// number. So the positions of a class, with the same numbers of marks of both players, are a run.
type level struct {
	game   *marks
	cubes  int // the number of cubes that are not neutral
	first  uint64
	size   uint64
	blocks int
	starts [maxCells + 2]uint64 // by the number of the mover's marks, relative to first

	once    sync.Once
	classes // the blocks, by neutral cubes; the place of a set is its rank
}

func newLevel(m *marks, cubes int, first uint64) *level {
	l := &level{game: m, cubes: cubes, first: first}
	for _, turn := range engine.Turns(m.size, m.size) {
		l.blocks += int(placement.Unchanged(uint64(m.all), m.cells-cubes, func(cell int) int { return turn[cell] }))
	}
	l.blocks /= symmetries
	for own := range l.cubes + 1 {
		l.starts[own+1] = l.starts[own] + uint64(l.blocks)*placement.Choose(l.cubes, own)
	}
	l.size = l.starts[l.cubes+1]
	return l
}

// ready finds the blocks on the first call. Goroutines may call it concurrently.
func (l *level) ready() *level {
	l.once.Do(func() {
		l.of = make([]uint32, placement.Choose(l.game.cells, l.cubes))
		l.add(l.game.board, l.game.cells-l.cubes, l.game.ranks.Rank)
	})
	return l
}

// blockOf returns the block of a set of neutral cubes on the board, and a symmetry that maps the
// set to the block's.
func (l *level) blockOf(blank uint32) (block, by int) {
	of := l.of[l.game.ranks.Rank(l.game.images[0].of(blank))]
	return int(of >> symmetries), bits.TrailingZeros32(of)
}

// weight returns the number of sets of neutral cubes that a block represents.
func (l *level) weight(block int) uint64 {
	return symmetries / uint64(bits.OnesCount32(l.of[l.game.ranks.Rank(l.sets[block])]&(1<<symmetries-1)))
}
