package pushfight

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Board is a set of squares on a grid. Squares are numbered from the top left, row by
// row. Cells are the bits of a word with a guard column between the rows. A Board is
// immutable.
type Board struct {
	text          string // canonical drawing
	width, height int
	stride        uint   // cells from a row to the next: width + 1
	extent        uint   // cells from the first column of the top row to the last of the bottom row
	cells         uint64 // all squares
	squares       int
	symmetric     bool // a half turn maps the board to itself and no square to itself

	cellOf   [64]uint8 // square → cell
	squareOf [64]uint8 // cell → square
	names    [64]string
	nameRank [64]uint8  // cell → place of the square's name in byte order
	ranked   [64]string // that place → name

	step  [4]int        // direction → cells
	ray   [4][64]uint64 // direction, cell → the squares beyond it in an unbroken line
	drops [4]uint64     // direction → squares whose piece is pushed off the board
}

// Directions of a step; opposite directions differ in the lowest bit.
const (
	left = iota
	right
	up
	down
)

// FullBoard is the drawing of the published game's board.
const FullBoard = "  .....\n........\n........\n .....\n"

// ParseBoard reads a board drawn in text: "." is a square, a space is a place without one, and each
// line is a row. It ignores empty lines around the board and blanks at the right.
func ParseBoard(text string) (*Board, error) {
	lines, err := parseDrawing(text)
	if err != nil {
		return nil, err
	}
	width := 0
	for _, line := range lines {
		width = max(width, len(line))
	}
	b := &Board{text: strings.Join(lines, "\n") + "\n", width: width, height: len(lines), stride: uint(width) + 1}
	b.extent = uint(b.height-1)*b.stride + uint(width)
	if width > 26 || b.extent > 64 {
		return nil, fmt.Errorf("the board is %d wide and %d tall: (width+1)·height may be at most 65", width, b.height)
	}
	for y, line := range lines {
		for x, r := range line {
			if r != '.' {
				continue
			}
			c := uint(y)*b.stride + uint(x)
			b.cells |= 1 << c
			b.cellOf[b.squares] = uint8(c)
			b.squareOf[c] = uint8(b.squares)
			b.names[c] = string(rune('a'+x)) + strconv.Itoa(b.height-y)
			b.squares++
		}
	}
	b.symmetric = b.rotate(b.cells) == b.cells && b.squares%2 == 0
	b.rankNames()
	b.findRays()
	return b, nil
}

// parseDrawing returns the rows of a board without the blanks around them.
func parseDrawing(text string) ([]string, error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	indent := -1
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
		for _, r := range lines[i] {
			if r != '.' && r != ' ' {
				return nil, fmt.Errorf("line %d of the board has %q: want \".\" for a square and a space for none", i+1, r)
			}
		}
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for _, line := range lines {
		if first := strings.IndexByte(line, '.'); first >= 0 && (indent < 0 || first < indent) {
			indent = first
		}
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("the board has no square")
	}
	for i, line := range lines {
		if line != "" {
			lines[i] = line[indent:]
		}
	}
	return lines, nil
}

// rankNames fills in the order of the names of squares.
func (b *Board) rankNames() {
	for c, name := range b.names {
		for _, other := range b.names {
			if name != "" && other != "" && other < name {
				b.nameRank[c]++
			}
		}
	}
	for c, name := range b.names {
		if name != "" {
			b.ranked[b.nameRank[c]] = name
		}
	}
}

// findRays fills in steps, rays and open edges.
func (b *Board) findRays() {
	b.step = [4]int{-1, 1, -int(b.stride), int(b.stride)}
	for d := range 4 {
		for c := range 64 {
			if b.cells>>c&1 == 0 {
				continue
			}
			if n := b.neighbour(c, d); n < 0 && !b.railing(c, d) {
				b.drops[d] |= 1 << c
			}
			for n := b.neighbour(c, d); n >= 0; n = b.neighbour(n, d) {
				b.ray[d][c] |= 1 << n
			}
		}
	}
}

// neighbour returns the cell next to c, or -1 if there is no square.
func (b *Board) neighbour(c, d int) int {
	n := c + b.step[d]
	if n < 0 || n > 63 || b.cells>>n&1 == 0 {
		return -1
	}
	return n
}

// railing reports whether the side of c towards d is closed by a railing.
func (b *Board) railing(c, d int) bool {
	row := c / int(b.stride)
	return d == up && row == 0 || d == down && row == b.height-1
}

// rotate turns a set of cells by 180°.
func (b *Board) rotate(set uint64) uint64 { return bits.Reverse64(set) >> (64 - b.extent) }

// lastSquare returns the number of the last square of a set that is not empty.
func lastSquare(b *Board, set uint64) int { return int(b.squareOf[bits.Len64(set)-1]) }

// rows returns the cells of each row from the top.
func (b *Board) rows() [][]int {
	rows := make([][]int, b.height)
	for s := range b.squares {
		c := int(b.cellOf[s])
		y := c / int(b.stride)
		rows[y] = append(rows[y], c)
	}
	return rows
}

// cellNamed returns the cell of a square's name such as c4.
func (b *Board) cellNamed(name string) (int, bool) {
	for c, n := range b.names {
		if n == name && n != "" {
			return c, true
		}
	}
	return 0, false
}

// squaresOf returns the squares of cells, as a word with the squares' numbers as bits.
func (b *Board) squaresOf(cells uint64) (squares uint32) {
	for ; cells != 0; cells &= cells - 1 {
		squares |= 1 << b.squareOf[bits.TrailingZeros64(cells)&63]
	}
	return squares
}

// cellsOf is the inverse of squaresOf.
func (b *Board) cellsOf(squares uint32) (cells uint64) {
	for ; squares != 0; squares &= squares - 1 {
		cells |= 1 << b.cellOf[bits.TrailingZeros32(squares)]
	}
	return cells
}
