package teeko

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/placement"
)

const rulesText = `Two players with four pieces each take turns on a board of 5 by 5 squares, which is
empty at first. They place their pieces on empty squares, one a turn; when all eight
are on the board a turn moves an own piece to an empty square next to it, also
diagonally. A player wins with four pieces side by side in a row, a column or a diagonal,
or on a block of 2 by 2 squares; with "advanced" also with the pieces on the corners of
a larger square. Play that repeats itself is drawn.

A position is written square by square, row by row from the top: X the mover's
pieces, O the opponent's, . an empty square; rows may be separated by / or line breaks. A
move is the square that a piece is placed on, a column letter from the left and a row
digit from the bottom, such as c3, or those it moves between, such as c3-d4.
`

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

// NewScratch implements [engine.Game].
func (g game) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.Unmover = nil
	return s
}
