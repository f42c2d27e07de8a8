package quixo

import (
	"sync"

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
	board  *board
	blanks int // the number of neutral cubes
	cubes  int // the number of other cubes
	first  uint64
	size   uint64
	blocks int
	starts [maxCells + 2]uint64 // by the number of the mover's marks, relative to first

	once    sync.Once
	sets    []uint32 // by block: the neutral cubes, arranged
	weights []uint8  // by block: the number of sets it represents
	of      []uint32 // by rank of an arranged set: the block, and in the three bits below a symmetry that maps the set to it
}

func newLevel(b *board, blanks int, first uint64) *level {
	l := &level{board: b, blanks: blanks, cubes: b.cells - blanks, first: first}
	for s := range symmetries {
		l.blocks += b.fixed[s][blanks]
	}
	l.blocks /= symmetries
	for own := range l.cubes + 1 {
		l.starts[own+1] = l.starts[own] + uint64(l.blocks)*placement.Choose(l.cubes, own)
	}
	l.size = l.starts[l.cubes+1]
	return l
}

// ready finds the blocks on the first call. Goroutines may call it concurrently.
func (l *level) ready() { l.once.Do(l.find) }

func (l *level) find() {
	b := l.board
	l.of = make([]uint32, placement.Choose(b.cells, l.blanks))
	set := uint32(1)<<l.blanks - 1
	for rank := range l.of {
		plain := b.unarrange(set)
		least, by, same := set, uint8(0), 1
		for s := uint8(1); s < symmetries; s++ {
			switch image := b.arrange(s, plain); {
			case image < least:
				least, by = image, s
			case image == set:
				same++
			}
		}
		if least == set {
			l.of[rank] = uint32(len(l.sets)) << 3
			l.sets = append(l.sets, set)
			l.weights = append(l.weights, uint8(symmetries/same))
		} else {
			l.of[rank] = l.of[l.board.ranks.Rank(least)]&^7 | uint32(by)
		}
		set = following(set)
	}
}

// blockOf returns the block of a set of neutral cubes on the board, and a symmetry that maps the
// set to the block's.
func (l *level) blockOf(blank uint32) (block int, by uint8) {
	at := l.of[l.board.ranks.Rank(l.board.arrange(0, blank))]
	return int(at >> 3), uint8(at & 7)
}

// following returns the next greater set of the same size.
func following(set uint32) uint32 { return uint32(placement.Next(uint64(set), ^uint64(0))) }
