package dobutsu

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

//go:embed rules.txt
var rulesText string

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:    "dobutsu",
		Title:   "Dōbutsu shōgi",
		Variant: variantName,
		Summary: "Dōbutsu shōgi: take the lion, or bring your own across; captured pieces come back",
		Rules:   rulesText,
		Level:   engine.LevelFull,
		Bench:   "pieces=2",
		Kind:    engine.Byte,
		Params: []engine.Param{
			{Name: "width", Type: engine.IntParam, Default: "3", Min: columns, Max: columns, Help: "columns"},
			{Name: "height", Type: engine.IntParam, Default: "4", Min: 3, Max: maxSquares / columns, Help: "rows"},
			{Name: "pieces", Type: engine.IntParam, Default: "3", Min: 1, Max: kinds, Help: "1: lions and chicks; 2: also giraffes; 3: also elephants"},
			{Name: "drops", Type: engine.BoolParam, Default: "true", Help: "captured pieces can be dropped"},
		},
		New: func(spec engine.Spec) (engine.Game, error) {
			var counts [kinds]uint8
			for kind := range spec.Int("pieces") {
				counts[kind] = each
			}
			return &Variant{newRanking(spec.Int("height"), counts), spec, spec.Bool("drops")}, nil
		},
	}
}

// variantName returns the everyday name of a variant: its differences from the usual game.
func variantName(s engine.Spec) string {
	var parts []string
	if s.Int("height") != 4 {
		parts = append(parts, fmt.Sprintf("%d×%d", s.Int("width"), s.Int("height")))
	}
	if with := [kinds]string{"chicks alone", "chicks and giraffes", ""}[s.Int("pieces")-1]; with != "" {
		parts = append(parts, with)
	}
	if !s.Bool("drops") {
		parts = append(parts, "no drops")
	}
	return strings.Join(parts, ", ")
}
