package puzzle

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/picture"
)

const (
	// nearSquares is the most squares in which the boards of nearly equal puzzles differ: one piece
	// stands elsewhere.
	nearSquares = 2
	// nearPlies is the ply at which their solutions meet at the latest.
	nearPlies = 2
)

// face is what a position looks like, and where its solution leads.
type face struct {
	width, height int
	cells         []rune  // row by row; 0 where no square is
	turns         [][]int // of the board: see [picture.Turns]
	path          []engine.Position
}

// faceOf returns the face of a position. Where no board is drawn by squares, it is the text in one row. Faces of boards
// of one size share the turns of the first.
func faceOf(g engine.Game, p engine.Position, others []face) face {
	text := []rune(g.Text(p))
	f := face{width: len(text), height: 1, cells: text}
	if l, ok := picture.ReadLayout(g.Board(p)); ok {
		f = face{width: len(l.Columns), height: len(l.Rows), cells: l.Cells()}
	}
	if len(others) > 0 && others[0].sized(f) {
		f.turns = others[0].turns
	} else {
		f.turns = picture.Turns(f.width, f.height)
	}
	return f
}

// sized reports whether two boards have the same size.
func (f face) sized(g face) bool { return f.width == g.width && f.height == g.height }

// near reports whether two puzzles are nearly the same.
func (f face) near(g face) bool {
	if slices.ContainsFunc(f.path, func(p engine.Position) bool { return slices.Contains(g.path, p) }) {
		return true
	}
	return f.sized(g) && slices.ContainsFunc(f.turns, func(turn []int) bool { return differ(f.cells, g.cells, turn) <= nearSquares })
}

// differ counts the squares that differ from those of the other board in a turn. It stops where they are too many.
func differ(cells, others []rune, turn []int) (n int) {
	for i, j := range turn {
		if cells[i] != others[j] {
			if n++; n > nearSquares {
				break
			}
		}
	}
	return n
}
