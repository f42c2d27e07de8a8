package puzzle

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/picture"
)

const (
	// nearSquares bounds the squares in which the boards of near-duplicates differ: one piece
	// has moved.
	nearSquares = 2
	// nearPlies bounds the plies after which their solutions meet.
	nearPlies = 2
)

// face is the board of a position and the beginning of its solution.
type face struct {
	width, height int
	cells         []rune  // row by row; 0 where no square is
	turns         [][]int // of the board: see [picture.Turns]
	path          []engine.Position
}

// faceOf returns the face of a position. If the game draws no board of squares, the face is the notation in one row.
// Faces of boards of the same size as the first of the others share its turns.
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

// near reports whether two puzzles are near-duplicates.
func (f face) near(g face) bool {
	if slices.ContainsFunc(f.path, func(p engine.Position) bool { return slices.Contains(g.path, p) }) {
		return true
	}
	return f.sized(g) && slices.ContainsFunc(f.turns, func(turn []int) bool { return differ(f.cells, g.cells, turn) <= nearSquares })
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
