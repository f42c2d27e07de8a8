package puzzle

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/picture"
)

const (
	// nearSquares is in how many squares boards of nearly the same puzzle differ at most: one piece
	// that stands elsewhere.
	nearSquares = 2
	// nearPlies is how soon their solutions meet at the latest.
	nearPlies = 2
)

// face is what a position looks like, and where its solution leads.
type face struct {
	width, height int
	cells         []rune // row by row; 0 where no square is
	path          []engine.Position
}

// faceOf returns the face of a position. Where no board is drawn by squares, it is the text in one row.
func faceOf(g engine.Game, p engine.Position) face {
	l, ok := picture.ReadLayout(g.Board(p))
	if !ok {
		text := []rune(g.Text(p))
		return face{width: len(text), height: 1, cells: text}
	}
	f := face{width: len(l.Columns), height: len(l.Rows)}
	f.cells = make([]rune, f.width*f.height)
	for _, s := range l.Squares {
		f.cells[s.Row*f.width+s.Column] = s.Symbol
	}
	return f
}

// near reports whether two puzzles are nearly the same.
func (f face) near(g face) bool {
	for _, p := range f.path {
		for _, q := range g.path {
			if p == q {
				return true
			}
		}
	}
	if f.width != g.width || f.height != g.height {
		return false
	}
	for turn := range 8 {
		if turn >= 4 && f.width != f.height {
			break
		}
		if f.differ(g, turn) <= nearSquares {
			return true
		}
	}
	return false
}

// differ counts the squares that are different where the other board is turned in one of
// eight ways: bit 0 mirrors columns, bit 1 rows, bit 2 swaps them. It stops where it is enough.
func (f face) differ(g face, turn int) (n int) {
	for y := range f.height {
		for x := range f.width {
			u, v := x, y
			if turn&4 != 0 {
				u, v = y, x
			}
			if turn&1 != 0 {
				u = g.width - 1 - u
			}
			if turn&2 != 0 {
				v = g.height - 1 - v
			}
			if f.cells[y*f.width+x] != g.cells[v*g.width+u] {
				if n++; n > nearSquares {
					return n
				}
			}
		}
	}
	return n
}
