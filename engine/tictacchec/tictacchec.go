package tictacchec

import (
	_ "embed"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "tictacchec",
		Title:   "Tic Tac Chec",
		Variant: variantName,
		Summary: "Tic Tac Chec: chessmen that are placed, moved and taken, four in a line",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Kind:    engine.Byte,
		Bench:   "pieces=PNR",
		Params: []engine.Param{
			{Name: "pieces", Type: engine.WordParam, Default: letters, Help: "the pieces of each side, two to four of PNBR", Canonical: canonicalPieces},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			var list []int
			for _, c := range spec.Word("pieces") {
				list = append(list, strings.IndexRune(letters, c))
			}
			return newVariant(spec, newSet(list))
		},
	}
}

// canonicalPieces sorts pieces into their order.
func canonicalPieces(text string) (string, error) {
	word := ""
	for _, c := range letters {
		if strings.ContainsRune(text, c) {
			word += string(c)
		}
	}
	if len(word) != len(text) || len(word) < 2 {
		return "", engine.InputErrorf("%q are not pieces: want two to four different ones of %s, such as %s", text, letters, letters)
	}
	return word, nil
}

func variantName(s engine.Spec) string {
	if word := s.Word("pieces"); word != letters {
		return "with " + strings.NewReplacer("P", "pawn", "N", "knight", "B", "bishop", "R", "rook").Replace(strings.Join(strings.Split(word, ""), ", "))
	}
	return ""
}
