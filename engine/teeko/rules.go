package teeko

import "github.com/foregone-db/foregone/engine/placement"

const pieces = 4 // a side

// declaration returns the game on a square board of the given side; the game has 5.
func declaration(size int, advanced bool) *placement.Declaration {
	drop := []placement.Bound{{Sum: map[string]int{"X": 1}, Max: pieces - 1}}
	step := []placement.Bound{{Sum: map[string]int{"X": 1}, Min: pieces, Max: pieces}}
	grid := placement.Grid{Width: size, Height: size}
	won := patterns(grid, advanced)
	return &placement.Declaration{
		Squares: size * size, Width: size, Start: grid.Empty(),
		Groups:     []placement.Group{{Name: "X", Max: pieces}, {Name: "O", Side: 1, Max: pieces}},
		Bounds:     []placement.Bound{{Sum: map[string]int{"O": 1, "X": -1}, Max: 1}}, // the players take turns
		Symmetries: grid.Symmetries(),
		Moves:      []placement.Move{{Group: "X", Puts: grid.All(), When: drop}, {Group: "X", Steps: grid.Steps(placement.King), When: step}},
		Ends:       []placement.End{{Group: "O", Patterns: won}, {Group: "X", Patterns: won, Result: "won"}},
	}
}

// patterns returns the sets of four squares that win.
func patterns(grid placement.Grid, advanced bool) (sets [][]int) {
	sets = grid.Lines(pieces)
	for side := 1; side == 1 || advanced && side < grid.Width; side++ {
		sets = append(sets, grid.Shapes([][2]int{{0, 0}, {side, 0}, {0, side}, {side, side}})...)
	}
	return sets
}
