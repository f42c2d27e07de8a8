package drawing

import (
	"regexp"
	"slices"
	"strings"
)

// Layout is the places of the squares of a drawn board.
type Layout struct {
	Columns, Rows []string // names, from the left and from the top
	Squares       []Square // row by row from the top left
	Remarks       string   // the other lines, each ended by "\n"
}

// Square is a square of a drawn board.
type Square struct {
	Column, Row int // 0, 0 is the top left
	Symbol      rune
}

// ReadLayout reads a board drawn in text, see [Depiction]. It returns false if
// the board has no names of columns and rows, which locate the squares.
func ReadLayout(text string) (Layout, bool) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var l Layout
	var at []int // the places of the columns in a line
	for _, line := range lines {
		if at = columnsOf(line); at != nil {
			break
		}
	}
	for i := range at {
		l.Columns = append(l.Columns, string(rune('a'+i)))
	}
	for _, line := range lines {
		digits := line[:len(line)-len(strings.TrimLeft(strings.TrimLeft(line, " "), "0123456789"))]
		name := strings.TrimSpace(digits)
		symbols := []rune(line)
		if name == "" || len(at) == 0 || isRemark(symbols, at, len(digits), name) {
			if columnsOf(line) == nil {
				l.Remarks += line + "\n"
			}
			continue
		}
		for i, x := range at {
			if x < len(symbols) && symbols[x] != ' ' {
				l.Squares = append(l.Squares, Square{i, len(l.Rows), symbols[x]})
			}
		}
		l.Rows = append(l.Rows, name)
	}
	return l, at != nil && len(l.Rows) > 0
}

// columnsOf returns the places of the letters in a line of column names, or nil for
// other lines.
func columnsOf(line string) []int {
	var at []int
	for i, r := range []rune(line) {
		if r == ' ' {
			continue
		}
		if r != rune('a'+len(at)) {
			return nil
		}
		at = append(at, i)
	}
	return at
}

// isRemark reports whether a line has text outside the columns, from a given place on, other than a
// repeated row name. Such a line is a remark like "1 to move", not a row.
func isRemark(line []rune, at []int, from int, name string) bool {
	for x := from; x < len(line); x++ {
		again := x > at[len(at)-1] && strings.ContainsRune(name, line[x])
		if line[x] != ' ' && !again && !slices.Contains(at, x) {
			return true
		}
	}
	return false
}

// Number returns the place in Squares of the square with a name.
func (l Layout) Number(name string) (int, bool) {
	i := slices.IndexFunc(l.Squares, func(s Square) bool { return l.Columns[s.Column]+l.Rows[s.Row] == name })
	return i, i >= 0
}

// Cells returns the symbols of the board row by row, and 0 for places without a square.
func (l Layout) Cells() []rune {
	cells := make([]rune, len(l.Columns)*len(l.Rows))
	for _, s := range l.Squares {
		cells[s.Row*len(l.Columns)+s.Column] = s.Symbol
	}
	return cells
}

// squareNames are the names of squares in a turn.
var squareNames = regexp.MustCompile(`[a-z]\d+`)

// Turn returns a turn as pictures name its squares: in a Turned or Mirrored depiction the second
// player's turns name them as he sees the board, and pictures show what the first player sees. ply is the number
// of turns before it.
func (d *Depiction) Turn(l Layout, turn string, ply int) string {
	if !d.Turned && !d.Mirrored || ply%2 == 0 {
		return turn
	}
	return squareNames.ReplaceAllStringFunc(turn, func(name string) string {
		if i, ok := l.Number(name); ok {
			s := l.Squares[i]
			if d.Mirrored {
				return l.Columns[s.Column] + l.Rows[len(l.Rows)-1-s.Row]
			}
			return l.Columns[len(l.Columns)-1-s.Column] + l.Rows[len(l.Rows)-1-s.Row]
		}
		return name
	})
}

// Symbols returns the symbols on the squares, in their order.
func (l Layout) Symbols() (board []rune) {
	for _, s := range l.Squares {
		board = append(board, s.Symbol)
	}
	return board
}

// Rest returns the part of a position's notation behind its squares, which are one character each
// or as in FEN. Of a notation that does not list them it is the whole, with the remarks of the drawn
// board in the next lines.
func (l Layout) Rest(text string) string {
	if rest, ok := strings.CutPrefix(text, string(l.Symbols())); ok {
		return rest
	}
	end := strings.IndexAny(text, " [")
	if end >= 0 && strings.Count(text[:end], "/") == len(l.Rows)-1 {
		return text[end:]
	}
	return strings.TrimSuffix(text+"\n"+l.Remarks, "\n")
}
