package tupitu

import (
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
)

// slabs is the [fast.Slabs] of a variant. A slab is the opponent's tile and the cleared
// tiles; a configuration is the mover's tile. Tiles are numbered row by row from the top
// left, so that a step is a shift.
//
// The number of a slab is the opponent's tile, then a bit for each other tile. What is
// stored are the pairs that stand for their classes, so that links and turns lead to the
// same indices, not to those of mirror twins.
type slabs struct {
	*Variant
	reach   []uint32        // by the opponent's tile: tiles of the mover that are stored
	turns   []turn          // of the board's symmetries, by number
	placed  []placed        // mover·maxTiles + opponent
	sources [][]placed      // mover·maxTiles + opponent, of stored pairs: what leads there
	cells   turn            // from tiles to cells
	order   []uint32        // ascending by tiles cleared
	parts   []fast.SlabPart // one for each slice
	left    uint32          // all tiles but those of the last column
	right   uint32          // all tiles but those of the first column
	all     uint32          // all tiles
}

// turn is a map of sets of tiles, five tiles at a time.
type turn [5][32]uint32

func (t *turn) image(set uint32) uint32 {
	return t[0][set&31] | t[1][set>>5&31] | t[2][set>>10&31] | t[3][set>>15&31] | t[4][set>>20&31]
}

// newTurn returns the map that moves each tile to a place.
func newTurn(tiles int, to func(tile int) uint32) (t turn) {
	for tile := range tiles {
		for set := range uint32(32) {
			if set>>(tile%5)&1 != 0 {
				t[tile/5][set] |= 1 << to(tile)
			}
		}
	}
	return t
}

// placed says how a pair of tiles, the mover's and the opponent's, comes to a slab.
type placed struct {
	opponent, configuration uint32 // tiles in the slab
	turn                    *turn  // of the cleared tiles
}

// maxSlabs bounds the boards that have slabs, since these are kept in a list: up to
// eighteen tiles.
const maxSlabs = 1 << 22

// hasSlabs reports whether there are few enough slabs to list them.
func hasSlabs(b *board) bool { return b.tiles<<(b.tiles-1) <= maxSlabs }

func newSlabs(v *Variant) *slabs {
	b := v.board
	s := &slabs{
		Variant: v, reach: make([]uint32, b.tiles), all: 1<<b.tiles - 1,
		placed: make([]placed, maxTiles*maxTiles), sources: make([][]placed, maxTiles*maxTiles),
	}
	for tile := range b.tiles {
		if tile%b.width > 0 {
			s.right |= 1 << tile
		}
		if tile%b.width < b.width-1 {
			s.left |= 1 << tile
		}
	}
	s.cells = newTurn(b.tiles, func(tile int) uint32 { return uint32(b.cellAt[tile]) })
	for i := range b.symmetries {
		s.turns = append(s.turns, newTurn(b.tiles, func(tile int) uint32 { return b.tileOf(b.symmetries[i].cell[b.cellAt[tile]]) }))
	}
	s.place()
	s.enumerate()
	return s
}

// tileOf returns the place of a cell, row by row from the top left.
func (b *board) tileOf(cell uint8) uint32 {
	return uint32(slices.Index(b.cellAt[:b.tiles], cell))
}

// place finds for every pair the symmetry that leads to the one that is stored, and turns
// that round.
func (s *slabs) place() {
	b := s.board
	for i := range s.classes {
		q := &s.classes[i]
		s.reach[b.tileOf(q.opponent)] |= 1 << b.tileOf(q.mover)
	}
	for mover := range uint32(b.tiles) {
		for opponent := range uint32(b.tiles) {
			if mover == opponent {
				continue
			}
			pair := s.pairOf(mover, opponent)
			q := &s.classes[pair.class]
			to := placed{b.tileOf(q.opponent), b.tileOf(q.mover), &s.turns[pair.symmetry]}
			s.placed[mover*maxTiles+opponent] = to
			if s.reach[mover] != 0 { // the mover was the opponent, who stepped to where he is now
				list := &s.sources[to.configuration*maxTiles+to.opponent]
				*list = append(*list, placed{mover, opponent, &s.turns[b.symmetries[pair.symmetry].inverse]})
			}
		}
	}
}

// pairOf returns how a pair of tiles comes to its class.
func (s *slabs) pairOf(mover, opponent uint32) placing {
	return s.pairs[int(s.board.cellAt[mover])*maxTiles+int(s.board.cellAt[opponent])]
}

// enumerate fills in order and parts: by the number of tiles cleared, as the table has it.
func (s *slabs) enumerate() {
	others := s.board.tiles - 1
	for n, slice := range s.Variant.slices {
		before := len(s.order)
		for opponent, reach := range s.reach {
			if reach == 0 {
				continue
			}
			for rank := range binomials[others][n] {
				s.order = append(s.order, uint32(opponent)<<others|unrankSet(rank, n, others))
			}
		}
		s.parts = append(s.parts, fast.SlabPart{Slabs: len(s.order) - before, First: slice.First, Size: slice.Size})
	}
}

// number returns the number of a slab.
func (s *slabs) number(opponent, cleared uint32) uint32 {
	below := uint32(1)<<opponent - 1
	return opponent<<(s.board.tiles-1) | cleared&below | cleared>>1&^below
}

// Numbers implements [fast.Slabs].
func (s *slabs) Numbers() uint32 { return uint32(s.board.tiles) << (s.board.tiles - 1) }

// Order implements [fast.Slabs].
func (s *slabs) Order() []uint32 { return s.order }

// Twin implements [fast.Slabs]: all slabs stand for themselves.
func (s *slabs) Twin(uint32) (uint32, bool) { return 0, false }

// Words implements [fast.Slabs].
func (s *slabs) Words() int { return 1 }

// Parts implements [fast.Slabs].
func (s *slabs) Parts() []fast.SlabPart { return s.parts }

// NewSlabScratch implements [fast.Slabs].
func (s *slabs) NewSlabScratch() fast.SlabScratch { return &slabScratch{slabs: s} }
