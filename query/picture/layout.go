package picture

import (
	"slices"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine/drawing"
)

// Layout is the places of the squares of a drawn board.
type Layout struct {
	Columns, Rows []string // names, from the left and from the top
	Squares       []Square // row by row from the top left
}

// Square is a square of a drawn board.
type Square struct {
	Column, Row int // 0, 0 is the top left
	Symbol      rune
}

// ReadLayout reads a board drawn in text, see [drawing.Depiction]. It returns false if
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
		if name == "" {
			continue
		}
		symbols := []rune(line)
		if len(at) == 0 || isRemark(symbols, at, len(digits), name) {
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

// LookOf returns the look of a symbol.
func LookOf(d drawing.Depiction, symbol rune) drawing.Look {
	if look, ok := d.Looks[symbol]; ok {
		return look
	}
	switch symbol {
	case '.':
		return drawing.Look{}
	case '#':
		return drawing.Look{Shape: drawing.Hole}
	}
	return drawing.Look{Shape: drawing.Disc, Label: string(unicode.ToUpper(symbol)), Second: unicode.IsLower(symbol)}
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

// IsPiece reports whether a look is that of a piece.
func IsPiece(l drawing.Look) bool { return l.Shape == drawing.Disc || l.Shape == drawing.Block }

// Balance returns how many more pieces the first player has than the second among the symbols of a
// board.
func Balance(d drawing.Depiction, symbols []rune) (more int) {
	for _, symbol := range symbols {
		switch l := LookOf(d, symbol); {
		case symbol == 0 || !IsPiece(l):
		case l.Second:
			more--
		default:
			more++
		}
	}
	return more
}
