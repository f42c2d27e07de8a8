package teeko

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/placement"
)

//go:embed rules.txt
var rulesText string

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "teeko",
		Title: "Teeko",
		Variant: func(s engine.Spec) string {
			if s.Bool("advanced") {
				return "advanced"
			}
			return ""
		},
		Summary: "Teeko: place four pieces, then move them, into a line or a square",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "-",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "advanced", Type: engine.BoolParam, Default: "false", Help: "the corners of larger squares also win"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			g, err := placement.New(spec, engine.Byte, declaration(5, spec.Bool("advanced")))
			return game{g}, err
		},
	}
}

// game hands out no predecessors: in this game the solver is faster with a reverse graph.
type game struct{ engine.Game }

// Parts implements [engine.Game].
func (g game) Parts() engine.Parts {
	p := g.Game.Parts()
	p.Depiction.Heaps, p.Depiction.Goal = []drawing.Heap{{Name: "to be placed", Side: 2, Absent: "XXXXOOOO"}}, "The player who first has four pieces in a line, or on a square of 2 by 2, wins."
	return p
}

// NewScratch implements [engine.Game].
func (g game) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.Unmover = nil
	return s
}

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
