package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Grid draws a board of squares for [Notation.Board] and the Board of [Rules]: a line for each row,
// the top one first, with its number and the symbols on its squares, and below them the letters of
// the columns. Row numbers count from the bottom. Squares are numbered row by row from the top
// left.
func Grid(width, height int, on func(square int) byte) string {
	var b strings.Builder
	digits := len(strconv.Itoa(height))
	for row := range height {
		fmt.Fprintf(&b, "%*d", digits, height-row)
		for column := range width {
			fmt.Fprintf(&b, " %c", on(row*width+column))
		}
		b.WriteByte('\n')
	}
	b.WriteString(strings.Repeat(" ", digits))
	for column := range width {
		fmt.Fprintf(&b, " %c", 'a'+column)
	}
	b.WriteByte('\n')
	return b.String()
}

// Turns returns the ways to turn and mirror a board of squares onto itself, the identity first: 8
// if it is square, otherwise 4. Element s of a way is the square that square s goes to. Squares are
// numbered row by row.
func Turns(width, height int) (all [][]int) {
	ways := 8 // bit 0 mirrors columns, bit 1 rows, bit 2 swaps them
	if width != height {
		ways = 4
	}
	for way := range ways {
		var to []int
		for y := range height {
			for x := range width {
				u, v := x, y
				if way&4 != 0 {
					u, v = y, x
				}
				if way&1 != 0 {
					u = width - 1 - u
				}
				if way&2 != 0 {
					v = height - 1 - v
				}
				to = append(to, v*width+u)
			}
		}
		all = append(all, to)
	}
	return all
}

// Square names a square as Grid does: the letter of its column and the number of its row.
func Square(n, width, height int) string {
	return string(rune('a'+n%width)) + strconv.Itoa(height-n/width)
}

// rowSeparators removes the characters between rows.
var rowSeparators = strings.NewReplacer("/", "", "\n", "", "\r", "")

// Cells returns the symbols of the squares of a position written row by row from the top, in ASCII.
// Rows may be separated by / or line breaks. Another number of squares is an [InputError].
func Cells(text string, width, height int) ([]byte, error) {
	cells := []byte(rowSeparators.Replace(text))
	if len(cells) != width*height {
		return nil, InputErrorf("%q has %d squares: want %d, in %d rows of %d", text, len(cells), width*height, height, width)
	}
	return cells, nil
}

// Rows is the inverse of Cells: it separates the rows by /.
func Rows(cells []byte, width int) string {
	var rows []string
	for row := range slices.Chunk(cells, width) {
		rows = append(rows, string(row))
	}
	return strings.Join(rows, "/")
}

// Marks says how the marks of two players are written: a character a square, row by row from the
// top, a dot for an empty square.
type Marks struct {
	Width, Height int
	Square        string // what a square is called
	First, Second rune
	Want          string // the characters and what they mean, for errors
}

// Read returns the squares with each player's marks, as sets with bit n for the n-th square. Rows
// may be separated by / or line breaks. board is the part of a text with the squares; errors show
// the text.
func (m Marks) Read(text, board string) (first, second uint64, err error) {
	squares := []rune(rowSeparators.Replace(board))
	if size := m.Width * m.Height; len(squares) != size {
		return 0, 0, InputErrorf("%q has %d %ss: want %d, %d rows of %d %[3]ss %[7]s", text, len(squares), m.Square, size, m.Height, m.Width, m.Want)
	}
	for n, c := range squares {
		switch c {
		case m.First:
			first |= 1 << n
		case m.Second:
			second |= 1 << n
		case '.':
		default:
			return 0, 0, InputErrorf("%q has %q for a %s: want %s", text, c, m.Square, m.Want)
		}
	}
	return first, second, nil
}
