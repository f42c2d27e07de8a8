package picture

import (
	"slices"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine/drawing"
)

// Layout says where the squares of a drawn board are.
type Layout struct {
	Columns, Rows []string // their names, from the left and from the top
	Squares       []Square // row by row from the top left
}

// Square is a square of a drawn board.
type Square struct {
	Column, Row int // from the top left, which is 0, 0
	Symbol      rune
}

// ReadLayout reads a board drawn in text, see [drawing.Depiction]. It returns false where
// no names of columns and rows tell where the squares are.
func ReadLayout(text string) (Layout, bool) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var l Layout
	var at []int // where in a line the columns are
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
		if len(at) == 0 || stray(symbols, at, len(digits), name) {
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

// columnsOf returns where the letters of a line of column names stand, or nil where
// the line is something else.
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

// stray reports whether a line has something beside the columns, from the given place
// on, that is not the name of the row once more: it is no row then, but a remark such
// as "1 to move".
func stray(line []rune, at []int, from int, name string) bool {
	for x := from; x < len(line); x++ {
		again := x > at[len(at)-1] && strings.ContainsRune(name, line[x])
		if line[x] != ' ' && !again && !slices.Contains(at, x) {
			return true
		}
	}
	return false
}

// LookOf returns what a symbol looks like.
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

// Number returns the place of a square in Squares, by its name.
func (l Layout) Number(name string) (int, bool) {
	i := slices.IndexFunc(l.Squares, func(s Square) bool { return l.Columns[s.Column]+l.Rows[s.Row] == name })
	return i, i >= 0
}

// Cells returns the symbols of the board row by row, 0 where no square is.
func (l Layout) Cells() []rune {
	cells := make([]rune, len(l.Columns)*len(l.Rows))
	for _, s := range l.Squares {
		cells[s.Row*len(l.Columns)+s.Column] = s.Symbol
	}
	return cells
}

// Turns returns the ways to turn and mirror a board of so many cells: for each the cell, counted row by row, that comes
// to each place. The first leaves the board as it is.
func Turns(width, height int) (all [][]int) {
	ways := 8 // bit 0 mirrors columns, bit 1 rows, bit 2 swaps them
	if width != height {
		ways = 4
	}
	for way := range ways {
		var from []int
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
				from = append(from, v*width+u)
			}
		}
		all = append(all, from)
	}
	return all
}
