package tupitu

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

const (
	maxTiles = 25
	// maxLow bounds the number of low cells. Tables have an entry for each set of low cells, and a
	// block of at most C(12, 6) sets fits a buffer of [blockSize].
	maxLow = 12
)

// board is the geometry of a board. Its tiles are numbered as cells: low cells first, then the
// others, each part row by row from the top left. Every symmetry maps low cells to low cells. A set
// of cells is a word with a bit for each.
type board struct {
	width, height int
	tiles         int
	low           int // the number of low cells

	cellAt     [maxTiles]uint8  // row by row from the top left → cell
	names      [maxTiles]string // cell → name such as b2
	near       [maxTiles]uint32 // cell → the cells that a king reaches
	symmetries []symmetry       // the identity first
}

// symmetry maps the board to itself.
type symmetry struct {
	cell [maxTiles]uint8 // the image of a cell
	fold [5][32]uint32   // the image of five cells of a set at a time
	// inverse is the number of the inverse symmetry.
	inverse uint8
}

// image returns the image of a set.
func (s *symmetry) image(set uint32) uint32 {
	return s.fold[0][set&31] | s.fold[1][set>>5&31] | s.fold[2][set>>10&31] |
		s.fold[3][set>>15&31] | s.fold[4][set>>20&31]
}

func newBoard(width, height int) *board {
	b := &board{width: width, height: height, tiles: width * height}
	maps := engine.Turns(width, height)
	b.number(maps)
	for tile, steps := range (placement.Grid{Width: width, Height: height}).Steps(placement.King) {
		c := b.cellAt[tile]
		b.names[c] = engine.Square(tile, width, height)
		for _, to := range steps {
			b.near[c] |= 1 << b.cellAt[to]
		}
	}
	b.symmetries = make([]symmetry, len(maps))
	for i, to := range maps {
		s := &b.symmetries[i]
		s.inverse = uint8(slices.IndexFunc(maps, func(back []int) bool {
			for tile := range to {
				if back[to[tile]] != tile {
					return false
				}
			}
			return true
		}))
		for tile := range b.tiles {
			s.cell[b.cellAt[tile]] = b.cellAt[to[tile]]
		}
		for c := range b.tiles {
			for set := range uint32(32) {
				if set>>(c%5)&1 != 0 {
					s.fold[c/5][set] |= 1 << s.cell[c]
				}
			}
		}
	}
	return b
}

// number chooses the low cells and numbers all cells. The low cells are whole orbits, large ones
// first, of up to half of the tiles.
func (b *board) number(maps [][]int) {
	var orbits [][]int
	for tile := range b.tiles {
		var orbit []int
		for _, to := range maps {
			orbit = append(orbit, to[tile])
		}
		slices.Sort(orbit)
		if orbit = slices.Compact(orbit); orbit[0] == tile {
			orbits = append(orbits, orbit)
		}
	}
	slices.SortStableFunc(orbits, func(p, q []int) int { return len(q) - len(p) })
	var low, high []int
	for _, orbit := range orbits {
		if len(low)+len(orbit) <= min(maxLow, b.tiles/2) {
			low = append(low, orbit...)
		} else {
			high = append(high, orbit...)
		}
	}
	slices.Sort(low)
	slices.Sort(high)
	b.low = len(low)
	for c, tile := range append(low, high...) {
		b.cellAt[tile] = uint8(c)
	}
}

// cellNamed returns the cell of a name such as b2.
func (b *board) cellNamed(name string) (int, bool) {
	c := slices.Index(b.names[:b.tiles], name)
	return c, c >= 0 && name != ""
}

// steps returns the cells that the mover can step to.
func (b *board) steps(p Position) uint32 {
	return b.near[p.mover] &^ (p.cleared | 1<<p.opponent)
}

// standing returns the cells of standing tiles without a player.
func (b *board) standing(p Position) uint32 {
	return (1<<b.tiles - 1) &^ (p.cleared | 1<<p.mover | 1<<p.opponent)
}

// turned returns p after the mover steps to a cell and clears another, as the next player sees it.
func (p Position) turned(to, clear int) Position {
	return Position{mover: p.opponent, opponent: uint8(to), cleared: p.cleared | 1<<clear}
}

// lowest removes the lowest cell from a nonempty set and returns it.
func lowest(set *uint32) int {
	c := bits.TrailingZeros32(*set)
	*set &= *set - 1
	return c
}

const (
	// blockSize is room for the largest block, all sets of 6 out of 12 low cells, and for the last
	// entry, noSet.
	blockSize = 1024
	noSet     = blockSize - 1
)

// tables hold the lookup tables of scratches. A set of cells excludes the players' cells and has a
// low and a high part. A block is the run of all sets of a size with the same high part. The rank
// of a set is the start of its block plus the rank of its low part among low parts of the same
// size.
type tables struct {
	// lowRank is the rank of a set of low cells among those of the same size.
	lowRank []uint16
	// lowSets lists the sets of k low cells in ascending order. If the players stand on low cells,
	// only the lowest m cells remain. Their sets are the first C(m, k).
	lowSets [maxLow + 1][]uint16
	// more[k][j][r] is the rank of the r-th set of k low cells after adding its j-th missing cell.
	// If only the lowest m cells remain, the first m-k missing cells are among them.
	more [maxLow + 1][][]uint16
	// starts has the starts of blocks, by the number of low cells that a class leaves, the size of
	// the sets, and the high part. The entry is meaningless if the high part has too many or too
	// few cells for the size.
	starts [maxLow + 1][][]uint32
}

func newTables(v *Variant) *tables {
	low := v.board.low
	t := &tables{lowRank: make([]uint16, 1<<low)}
	for set := range 1 << low {
		k := bits.OnesCount(uint(set))
		t.lowRank[set] = uint16(len(t.lowSets[k]))
		t.lowSets[k] = append(t.lowSets[k], uint16(set))
	}
	for k := range low {
		t.more[k] = make([][]uint16, low-k)
		for _, set := range t.lowSets[k] {
			missing := ^uint32(set)
			for j := range t.more[k] {
				t.more[k][j] = append(t.more[k][j], t.lowRank[set|1<<lowest(&missing)])
			}
		}
	}
	for i := range v.classes {
		if m := v.classes[i].low; t.starts[m] == nil {
			t.starts[m] = make([][]uint32, v.others+1)
			for n := range t.starts[m] {
				t.starts[m][n] = blockStarts(n, m, v.others-m)
			}
		}
	}
	return t
}

// blockStarts returns the starts of the blocks of sets of n cells, by high part. low and high are
// the numbers of low and of high cells.
func blockStarts(n, low, high int) []uint32 {
	starts := make([]uint32, 1<<high)
	for set := 1; set < len(starts); set++ {
		// The lowest of the high cells is the k-th of the whole set.
		if k := n + 1 - bits.OnesCount(uint(set)); k > 0 {
			lowestOf := bits.TrailingZeros(uint(set))
			starts[set] = starts[set&(set-1)] + uint32(placement.Choose(low+lowestOf, k))
		}
	}
	return starts
}
