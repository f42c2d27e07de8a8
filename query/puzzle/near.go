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
	emptyCell = '.'
	// largeBoard is the number of squares from which on pieces have space to stand elsewhere.
	largeBoard = 36
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
		return f.width == g.width && f.height == g.height && slices.ContainsFunc(turns, func(turn []int) bool { return f.same(g, turn) })
	})
}

// same reports whether the other board in a turn, or on a large board all of it moved by at most a square in each
// direction, differs in one piece at most.
func (f face) same(g face, turn []int) bool {
	shift := 0
	if len(f.cells) >= largeBoard {
		shift = 1
	}
	for dy := -shift; dy <= shift; dy++ {
		for dx := -shift; dx <= shift; dx++ {
			n := 0
			for i, j := range turn {
				x, y, other := i%f.width+dx, i/f.width+dy, rune(0)
				if x >= 0 && x < f.width && y >= 0 && y < f.height {
					other = f.cells[y*f.width+x]
				} else if g.cells[j] == emptyCell {
					continue
				}
				if other != g.cells[j] {
					n++
				}
			}
			if n <= nearSquares {
				return true
			}
		}
	}
	return false
}
