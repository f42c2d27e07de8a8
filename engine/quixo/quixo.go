package quixo

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
)

const rulesText = `Two players take turns on a square board full of cubes, neutral at first. A turn:
take a cube from the border that is neutral or shows the mover's mark, turn it to the
mover's mark, and push it back in at an end of its row or column other than where it
came from; the cubes between move up. A full row, column or long diagonal of a
player's marks wins for him, and for the opponent of who moved if both have one.
Play that repeats itself is drawn.

A position is written cube by cube, row by row from the top: X the mover's marks, O
the opponent's, . a neutral cube, such as X..O...........; rows may be parted by / or
line breaks. A move is the cube taken and the end it is pushed in at, each a column
letter from the left and a row digit from the bottom, such as a4-d4.
`

// maxSize is the greatest size whose positions can be discovered.
const maxSize = 4

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:      "quixo",
		Summary:   "Quixo: take a cube from the border, push it in with your mark, make a line",
		Title:     "Quixo",
		Variant:   func(s engine.Spec) string { return fmt.Sprintf("%[1]d×%[1]d", s.Int("size")) },
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Bench:     "ranked=true",
		Kind:      engine.Wide,
		Positions: 5170021,
		Params: []engine.Param{
			{Name: "ranked", Type: engine.BoolParam, Default: "false", Help: "number positions by arithmetic, and unmove; the same values in less time"},
			{Name: "size", Type: engine.IntParam, Default: "4", Min: 3, Max: 5, Help: "cubes in a row; 5 has too many positions to be solved yet"},
		},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			switch size := spec.Int("size"); {
			case size > maxSize:
				return nil, engine.InputErrorf("quixo of size %d has too many positions, some 10^12: want size 3 or 4", size)
			case spec.Bool("ranked"):
				return nil, nil // New makes that game
			default:
				return newRules(size).contract(), nil
			}
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			return newRanked(spec, newRules(spec.Int("size")))
		},
	}
}
