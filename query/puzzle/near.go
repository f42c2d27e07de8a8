package puzzle

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
)

const (
	// nearSquares bounds the squares in which the boards of near-duplicates differ: one piece
	// has moved.
	nearSquares = 2
	// nearPlies bounds the plies within which their solutions reach the same position.
	nearPlies = 2
)

// face is the board of a position and the beginning of its solution.
type face struct {
	width, height int
	cells         []rune // row by row; 0 if there is no square
	path          []engine.Position
}

// faceOf returns the face of a position. If the game draws no board of squares, the face is the
// notation in one row.
func faceOf(g engine.Game, p engine.Position) face {
	if l, ok := drawing.ReadLayout(g.Board(p)); ok {
		return face{width: len(l.Columns), height: len(l.Rows), cells: l.Cells()}
	}
	text := []rune(g.Text(p))
	return face{width: len(text), height: 1, cells: text}
}

// isNear reports whether a puzzle is a near-duplicate of one of others.
func (f face) isNear(others []face) bool {
	turns := engine.Turns(f.width, f.height)
	return slices.ContainsFunc(others, func(g face) bool {
		if slices.ContainsFunc(f.path, func(p engine.Position) bool { return slices.Contains(g.path, p) }) {
			return true
		}
		return f.width == g.width && f.height == g.height &&
			slices.ContainsFunc(turns, func(turn []int) bool { return differ(f.cells, g.cells, turn) <= nearSquares })
	})
}

// differ counts the squares that differ from the other board in a turn. It stops above nearSquares.
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
