// Package solitaire is peg solitaire on the English board of 33 holes and on boards drawn in text.
// Every jump removes a peg, so that the number of pegs removed is the layer of a position.
package solitaire

import (
	"github.com/foregone-db/foregone/engine"
)

const rulesText = `One player jumps with pegs on a board of holes. A move jumps with a peg over a neighbour,
along a row or a column, into the empty hole behind it, and removes the peg jumped over. On
the English board, a cross of 33 holes, all but the centre have a peg at first, and the
goal is one peg in the centre. Turned and mirrored positions are stored once.

A position is written hole by hole, row by row from the top: o a peg, . an empty hole; rows
are separated by /. A move is the hole the peg leaves and the one it reaches, each a column
letter from the left and a row digit from the bottom, such as d2-d4. A file draws the start,
with a blank where no hole is, and after an empty line the goal; without a goal one peg
anywhere is the goal.
`

const english = `  ooo
  ooo
ooooooo
ooo.ooo
ooooooo
  ooo
  ooo

  ...
  ...
.......
...o...
.......
  ...
  ...
`

// Definition describes the game for a registry.
func Definition() engine.Definition {
	return engine.Definition{
		Name:  "solitaire",
		Title: "Peg solitaire",
		Variant: func(s engine.Spec) string {
			if _, drawn := s.File("board"); drawn {
				return "another board"
			}
			return "33 holes"
		},
		Summary:   "peg solitaire: jump over pegs until one is left, one player",
		Rules:     rulesText,
		Level:     engine.LevelRules,
		Kind:      engine.Moves,
		Positions: 23475688,
		Params: []engine.Param{{
			Name: "board", Type: engine.FileParam, Default: "english", Canonical: canonical,
			Help: "a file with the start, and after an empty line the goal: o a peg, . a hole, blanks around",
		}},
		NewRules: func(spec engine.Spec) (*engine.Rules, error) {
			drawing, ok := spec.File("board")
			if !ok {
				drawing = english
			}
			b, err := parse(drawing)
			if err != nil {
				return nil, err
			}
			return b.rules(), nil
		},
	}
}

// canonical returns the drawing of a board as in specs, "" for the English board.
func canonical(drawing string) (string, error) {
	b, err := parse(drawing)
	if err != nil {
		return "", err
	}
	if drawing = b.drawing(); drawing == english {
		return "", nil
	}
	return drawing, nil
}
