package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/multiset"
)

// board holds the rules for a size with too many sets of cells for a table of all of them. Cells
// are numbered row by row from the top left, at most 25. A key has the mover's marks in its upper
// half and the opponent's in its lower half, 32 bits each.
//
// Arranged sets are sets of cells in another order. The cells of the inside come first. Most pushes
// leave them alone, and symmetries map them to themselves.
type board struct {
	size, cells int
	order       []int                         // the cells in the order of arranged sets
	arranged    [symmetries][4][256]uint32    // by cells 8n to 8n+7 of a set: the arranged image under a symmetry
	plain       [4][256]uint32                // by part of an arranged set: the set
	back        [symmetries][maxCells]uint8   // by place in order: the cell that a symmetry takes there
	shoves      []shove                       // the pushes
	lines       []uint32                      // sets of cells
	lined       [4][256]uint16                // by part of a set: the lines that lack a cell there
	ranks       multiset.Sets                 // of sets of cells, for levels
	fixed       [symmetries][maxCells + 1]int // by symmetry and number of cells: how many sets the symmetry maps to themselves
}

const (
	maxCells  = 25
	keyHalf   = 32 // bits of a key's half
	keyOthers = 1<<keyHalf - 1
)

// shove is a push. The mover takes a cube, the cells from the end to the cube move by a step, and
// the end gets the mover's mark.
type shove struct {
	cell, end, step int
	keep, clear     uint32 // the cells that move, and the same with the cube
	text            string
}

func newBoard(size int) *board {
	b := &board{size: size, cells: size * size}
	var border []int
	for cell := range b.cells {
		if column, row := cell%size, cell/size; column == 0 || column == size-1 || row == 0 || row == size-1 {
			border = append(border, cell)
		} else {
			b.order = append(b.order, cell)
		}
	}
	b.order = append(b.order, border...)
	b.makeImages()
	b.makeShoves()
	b.makeLines()
	return b
}

// makeImages makes the tables of symmetries.
func (b *board) makeImages() {
	place := make([]int, b.cells)
	for n, cell := range b.order {
		place[cell] = n
	}
	spread := func(table *[4][256]uint32, to func(bit int) int) {
		for part := range table {
			for set := range table[part] {
				for rest := uint(set) << (8 * part); rest != 0; rest &= rest - 1 {
					if bit := bits.TrailingZeros(rest); bit < b.cells {
						table[part][set] |= 1 << to(bit)
					}
				}
			}
		}
	}
	for s, turn := range engine.Turns(b.size, b.size) {
		spread(&b.arranged[s], func(cell int) int { return place[turn[cell]] })
		for cell := range b.cells {
			b.back[s][place[turn[cell]]] = uint8(cell)
		}
		b.fixed[s] = fixedSets(turn)
	}
	spread(&b.plain, func(n int) int { return b.order[n] })
}

// fixedSets returns, by number of cells, how many sets a permutation maps to themselves. Such a set
// contains each cycle entirely or not at all.
func fixedSets(to []int) (count [maxCells + 1]int) {
	count[0] = 1
	seen := make([]bool, len(to))
	for cell := range to {
		length := 0
		for at := cell; !seen[at]; at = to[at] {
			seen[at] = true
			length++
		}
		if length == 0 {
			continue
		}
		for n := len(to); n >= length; n-- {
			count[n] += count[n-length]
		}
	}
	return count
}

// makeShoves lists the pushes.
func (b *board) makeShoves() {
	add := func(cell, end, step int) {
		s := shove{cell: cell, end: end, step: step, text: b.cellText(cell) + "-" + b.cellText(end)}
		for c := end; c != cell; c += step {
			s.keep |= 1 << c
		}
		s.clear = s.keep | 1<<cell
		b.shoves = append(b.shoves, s)
	}
	eachPush(b.size, add)
}

func (b *board) makeLines() {
	b.lines = lineSets(b.size)
	for part := range b.lined {
		for set := range b.lined[part] {
			for n, line := range b.lines {
				if missing := line >> (8 * part) & 255 &^ uint32(set); missing != 0 {
					b.lined[part][set] |= 1 << n
				}
			}
		}
	}
}

// full reports whether a set has a full line.
func (b *board) full(set uint32) bool {
	lacking := b.lined[0][set&255] | b.lined[1][set>>8&255] | b.lined[2][set>>16&255] | b.lined[3][set>>24]
	return lacking != 1<<len(b.lines)-1
}

// all returns the set of all cells.
func (b *board) all() uint32 { return 1<<b.cells - 1 }

// arrange returns the image of a set under a symmetry, arranged.
func (b *board) arrange(s uint8, set uint32) uint32 {
	t := &b.arranged[s&(symmetries-1)]
	return t[0][set&255] | t[1][set>>8&255] | t[2][set>>16&255] | t[3][set>>24]
}

// unarrange is the inverse of arrange by the identity.
func (b *board) unarrange(set uint32) uint32 {
	return b.plain[0][set&255] | b.plain[1][set>>8&255] | b.plain[2][set>>16&255] | b.plain[3][set>>24]
}

// over returns how a position is finished, or 0.
func (b *board) over(own, other uint32) engine.Ends {
	switch {
	case b.full(own):
		return engine.IsWon
	case b.full(other):
		return engine.IsLost
	}
	return 0
}

// move returns a set after the cells of a push have moved, without the end.
func (s *shove) move(set uint32) uint32 {
	moved := set & s.keep
	if s.step > 0 {
		moved <<= s.step & 31
	} else {
		moved >>= -s.step & 31
	}
	return set&^s.clear | moved
}

// push returns the sets that the next player sees after a push.
func (s *shove) push(own, other uint32) (nextOwn, nextOther uint32) {
	return s.move(other), s.move(own) | 1<<s.end
}

// AppendMoves implements the AppendMoves of [engine.Rules].
func (b *board) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	own, other := uint32(key>>keyHalf), uint32(key)
	if over := b.over(own, other); over != 0 {
		return dst, over
	}
	for n := range b.shoves {
		if s := &b.shoves[n]; other>>s.cell&1 == 0 {
			o, x := s.push(own, other)
			dst = append(dst, uint64(o)<<keyHalf|uint64(x))
		}
	}
	return dst, 0
}

// KeySlice returns the number of marks, which never falls.
func (b *board) KeySlice(key uint64) int { return bits.OnesCount64(key) }

// glyph returns the character of a cube.
func (b *board) glyph(key uint64, cell int) byte {
	switch {
	case key>>(keyHalf+cell)&1 != 0:
		return 'X'
	case key>>cell&1 != 0:
		return 'O'
	}
	return '.'
}

// KeyText implements [engine.KeyNotation].
func (b *board) KeyText(key uint64) string {
	text := make([]byte, b.cells)
	for cell := range text {
		text[cell] = b.glyph(key, cell)
	}
	return string(text)
}

// KeyBoard draws the board with its coordinates.
func (b *board) KeyBoard(key uint64) string {
	return engine.Grid(b.size, b.size, func(square int) byte { return b.glyph(key, square) }) + "X to move\n"
}

// MoveText implements the MoveText of [engine.Rules]. If several pushes have the same effect, it
// returns the first in byte order.
func (b *board) MoveText(from, to uint64) string {
	return slices.Min(append(b.AppendTurns(nil, from, to), "~"))
}

// AppendTurns implements the AppendTurns of [engine.Rules].
func (b *board) AppendTurns(dst []string, from, to uint64) []string {
	own, other := uint32(from>>keyHalf), uint32(from)
	for n := range b.shoves {
		s := &b.shoves[n]
		if other>>s.cell&1 != 0 {
			continue
		}
		if o, x := s.push(own, other); uint64(o)<<keyHalf|uint64(x) == to {
			dst = append(dst, s.text)
		}
	}
	return dst
}

// ParseKey implements [engine.KeyNotation].
func (b *board) ParseKey(text string) (uint64, error) {
	own, other, err := readCubes(text, b.size)
	return own<<keyHalf | other, err
}

func (b *board) cellText(cell int) string {
	return engine.Square(cell, b.size, b.size)
}
