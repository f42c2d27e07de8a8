package britishsquare

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

const rulesText = `Two players take turns to place a piece on an empty tile of the board. No piece of the
opponent's may be next to the tile in a row or column; own pieces do not matter.
The first player may not begin with the centre tile, unless "center" allows it. A player
who has no such tile must pass, and passes only then. The game is over as soon as neither
player has a tile to play on. The score is the margin in pieces.

A position is written tile by tile, row by row from the top: 1 and 2 the players'
pieces, . an empty tile, and then 1 or 2 for the player to move, such as
"1.......................2 1"; rows may be separated by / or line breaks. A move is the
tile, a column letter from the left and a row digit from the bottom, such as a5, or pass.
`

// Definition describes the game for a registry.
func Definition() engine.Definition {
	size := func(name, help string) engine.Param {
		return engine.Param{Name: name, Type: engine.IntParam, Default: "5", Min: 1, Max: 9, Help: help}
	}
	return engine.Definition{
		Name:  "british-square",
		Title: "British Square",
		Variant: func(s engine.Spec) string {
			v := fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height"))
			if s.Bool("center") {
				v += ", opening on the centre"
			}
			return v
		},
		Summary:   "British Square: fill the board, keep away from the opponent, count pieces",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Bench:     "-",
		Kind:      engine.Score,
		Positions: 8659987,
		Params: []engine.Param{
			{Name: "center", Type: engine.BoolParam, Default: "false", Help: "the first player may open on the centre tile"},
			size("height", "rows of tiles; width·height at most 31"),
			size("width", "columns of tiles"),
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			width, height := spec.Int("width"), spec.Int("height")
			if width*height > maxTiles {
				return nil, engine.InputErrorf("a board of %d by %d tiles is too large: want at most %d tiles", width, height, maxTiles)
			}
			return newRules(width, height, spec.Bool("center")).contract(), nil
		},
	}
}
