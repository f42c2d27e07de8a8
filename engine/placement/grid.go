package placement

import "strings"

// Grid is a board of rows of squares, numbered row by row from the top left. Its methods give the
// lists of squares that a [Declaration] takes.
type Grid struct{ Width, Height int }

// Directions of steps, in columns to the right and rows down.
var (
	Rook   = [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	Bishop = [][2]int{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	King   = append(append([][2]int{}, Rook...), Bishop...)
	Knight = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// Squares returns the number of squares.
func (g Grid) Squares() int { return g.Width * g.Height }

// All returns all squares.
func (g Grid) All() []int { return identity(g.Squares()) }

// Empty returns the text of a position without pieces.
func (g Grid) Empty() string { return strings.Repeat(".", g.Squares()) }

// at returns the square of a column and a row, or false if it is not on the board.
func (g Grid) at(column, row int) (square int, ok bool) {
	return row*g.Width + column, column >= 0 && column < g.Width && row >= 0 && row < g.Height
}

// Symmetries returns generators of the symmetries of the board: 8 of a square board, 4 of others.
func (g Grid) Symmetries() [][]int {
	list := [][]int{g.Columns(), g.Turned()}
	if g.Width == g.Height {
		list = append(list, g.mapped(func(column, row int) (int, int) { return row, column }))
	}
	return list
}

// Columns returns the permutation that reverses the columns.
func (g Grid) Columns() []int {
	return g.mapped(func(column, row int) (int, int) { return g.Width - 1 - column, row })
}

// Turned returns the permutation that turns the board by 180 degrees.
func (g Grid) Turned() []int {
	return g.mapped(func(column, row int) (int, int) { return g.Width - 1 - column, g.Height - 1 - row })
}

func (g Grid) mapped(to func(column, row int) (int, int)) (list []int) {
	for s := range g.Squares() {
		square, _ := g.at(to(s%g.Width, s/g.Width))
		list = append(list, square)
	}
	return list
}

// Sets returns lists of squares, such as lines, as sets: bit n for square n.
func Sets[S uint16 | uint32 | uint64](lists [][]int) (sets []S) {
	for _, list := range lists {
		set := S(0)
		for _, s := range list {
			set |= 1 << s
		}
		sets = append(sets, set)
	}
	return sets
}

// Steps returns, by square, the squares one step away in some directions.
func (g Grid) Steps(directions [][2]int) (steps [][]int) {
	for _, lines := range g.Rays(directions) {
		var list []int
		for _, line := range lines {
			list = append(list, line[0])
		}
		steps = append(steps, list)
	}
	return steps
}

// Rays returns, by square, the lines of squares in some directions.
func (g Grid) Rays(directions [][2]int) (rays [][][]int) {
	for s := range g.Squares() {
		var lines [][]int
		for _, d := range directions {
			var line []int
			for n := 1; ; n++ {
				square, ok := g.at(s%g.Width+n*d[0], s/g.Width+n*d[1])
				if !ok {
					break
				}
				line = append(line, square)
			}
			if line != nil {
				lines = append(lines, line)
			}
		}
		rays = append(rays, lines)
	}
	return rays
}

// Lines returns the lines of the given length in rows, columns and diagonals.
func (g Grid) Lines(length int) (lines [][]int) {
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		var shape [][2]int
		for n := range length {
			shape = append(shape, [2]int{n * d[0], n * d[1]})
		}
		lines = append(lines, g.Shapes(shape)...)
	}
	return lines
}

// Shapes returns the sets of squares that a shape covers, wherever it fits on the board. The shape
// lists squares in columns to the right and rows down.
func (g Grid) Shapes(shape [][2]int) (sets [][]int) {
	for s := range g.Squares() {
		var set []int
		for _, d := range shape {
			if square, ok := g.at(s%g.Width+d[0], s/g.Width+d[1]); ok {
				set = append(set, square)
			}
		}
		if len(set) == len(shape) {
			sets = append(sets, set)
		}
	}
	return sets
}
