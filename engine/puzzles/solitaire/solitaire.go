// Package solitaire is peg solitaire on the English board of 33 holes and on boards drawn in text.
// Every jump removes a peg, so that the number of pegs removed is the layer of a position.
package solitaire

import (
	_ "embed"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

//go:embed english.txt
var english string

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
