package naive

import (
	"fmt"
	"strings"
)

// Direction is one of the four ways a piece can step.
type Direction int

const (
	Left Direction = iota
	Right
	Up
	Down
)

// directions lists all four.
var directions = []Direction{Left, Right, Up, Down}

// opposite returns the way back.
func (d Direction) opposite() Direction {
	return map[Direction]Direction{Left: Right, Right: Left, Up: Down, Down: Up}[d]
}

// place is the location of a square in the drawing: row 0 is the top row, column 0 is column a.
type place struct{ row, col int }

// Board is a set of squares, numbered from 0, left to right, top to bottom.
type Board struct {
	places []place  // by number of the square
	next   [][4]int // neighbours of every square by direction, -1 if there is none
	rows   int
}

// FullText is the drawing of the full board: 26 squares, columns a–h, rows 4–1.
const FullText = `
  .....
........
........
 .....
`

// FullBoard returns the board of the published game.
func FullBoard() Board {
	b, err := ParseBoard(FullText)
	if err != nil {
		panic(err)
	}
	return b
}

// ParseBoard reads a drawing: `.` is a square, a space is none, one line a row.
// Blank lines above and below, and blank columns on the left, do not count: the
// top row is the first line with a square, column a the first column with one.
func ParseBoard(text string) (Board, error) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \r")
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return Board{}, fmt.Errorf("the board has no squares")
	}

	margin := len(text)
	for _, line := range lines {
		if indent := strings.IndexByte(line, '.'); indent >= 0 {
			margin = min(margin, indent)
		}
	}
	b := Board{rows: len(lines)}
	for row, line := range lines {
		for col, c := range []byte(line) {
			switch c {
			case '.':
				b.places = append(b.places, place{row, col - margin})
			case ' ':
			default:
				return Board{}, fmt.Errorf("%q in line %d of the board: want . or a space", c, row+1)
			}
		}
	}

	for _, at := range b.places {
		if at.col >= 26 {
			return Board{}, fmt.Errorf("the board has more than 26 columns")
		}
		var next [4]int
		next[Left] = b.numberOf(place{at.row, at.col - 1})
		next[Right] = b.numberOf(place{at.row, at.col + 1})
		next[Up] = b.numberOf(place{at.row - 1, at.col})
		next[Down] = b.numberOf(place{at.row + 1, at.col})
		b.next = append(b.next, next)
	}
	return b, nil
}

// numberOf returns the number of the square at a place, or -1.
func (b Board) numberOf(at place) int {
	for i, p := range b.places {
		if p == at {
			return i
		}
	}
	return -1
}

// Squares returns the number of squares.
func (b Board) Squares() int { return len(b.places) }

// Neighbour returns the square next to square i; ok is false if there is none.
func (b Board) Neighbour(i int, d Direction) (j int, ok bool) {
	j = b.next[i][d]
	return j, j >= 0
}

// Railing reports whether a step from square i in direction d runs against the
// railing: up from the top row or down from the bottom row. Every other end of
// the board is open.
func (b Board) Railing(i int, d Direction) bool {
	row := b.places[i].row
	return d == Up && row == 0 || d == Down && row == b.rows-1
}

// Name returns the name of square i: column letter, row number counted from the
// bottom.
func (b Board) Name(i int) string {
	at := b.places[i]
	return fmt.Sprintf("%c%d", 'a'+at.col, b.rows-at.row)
}

// Symmetric reports whether the board looks the same after a rotation by 180°.
// If so, square i goes to square Squares()-1-i.
func (b Board) Symmetric() bool {
	cols := 0
	for _, at := range b.places {
		cols = max(cols, at.col+1)
	}
	for _, at := range b.places {
		if b.numberOf(place{b.rows - 1 - at.row, cols - 1 - at.col}) < 0 {
			return false
		}
	}
	return true
}

// HasCentre reports whether the board is symmetric and one of its squares goes
// to itself.
func (b Board) HasCentre() bool { return b.Symmetric() && b.Squares()%2 == 1 }

// Minimizes reports whether positions are stored in one of two orientations
// only: the board is symmetric and no square lies in its centre.
func (b Board) Minimizes() bool { return b.Symmetric() && !b.HasCentre() }

// String draws the board.
func (b Board) String() string { return b.Draw(strings.Repeat(".", b.Squares())) }

// Draw draws a string of one symbol per square on the board, a line per row.
func (b Board) Draw(pos string) string {
	var s strings.Builder
	row, col := 0, 0
	for i, at := range b.places {
		for ; row < at.row; row, col = row+1, 0 {
			s.WriteByte('\n')
		}
		for ; col < at.col; col++ {
			s.WriteByte(' ')
		}
		s.WriteByte(pos[i])
		col++
	}
	s.WriteByte('\n')
	return s.String()
}
