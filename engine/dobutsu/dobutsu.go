package dobutsu

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

const rulesText = `Each side has a lion (L), a giraffe (G), an elephant (E) and a chick (C). The lion steps to
all eight squares around it, the giraffe to the four along rows and columns, the elephant
to the four at its corners, the chick one square ahead. A chick that reaches the last row becomes a hen
(H), which steps straight, and to the corners ahead. A captured piece goes to the hand of
the player who took it, a hen as a chick; in place of a step, a piece from the hand can be
dropped on any empty square, where a chick stays a chick. A player wins by taking the lion,
or by moving his own into the last row where it cannot be taken at once. A player without a
move loses. Play that repeats itself is drawn.

A position is what the mover sees: the squares row by row from the top, his pieces in
capitals and the opponent's in small letters, "." for an empty square; then the hands,
or "-": gle.c..C.ELG -, or .l.......L.. CCGegE. A move is b2-b3, a capture b2xb3, a drop C*b3.
`

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
