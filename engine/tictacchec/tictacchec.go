package tictacchec

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

const rulesText = `Each side has a pawn (P), a knight (N), a bishop (B) and a rook (R), all in hand at first; the
board has 4 by 4 squares. The first three turns of each player place pieces on empty squares.
After that a turn places a piece or moves one as in chess, the pawn one square; a piece
that is taken goes back to its owner's hand. A pawn that reaches an end of the board
turns round (D), and then moves and takes the other way; a pawn that is placed heads for the
opponent, or inwards if it stands on an end row. A player wins with all four pieces in a row,
a file or a long diagonal. Play that repeats itself is drawn. With fewer pieces that many in a
line win, on any diagonal, and the opening is shorter.

A position is what the mover sees, who plays upwards: the squares row by row from the top,
his pieces in capitals, the opponent's in small letters, "." for an empty square; in the
opening, how many turns were taken: Db../n.R./..rp/N..., or .........p...... 1. All others
are in hand. A move is a1-a3, a capture a1xa3, a placement N*a1.
`

// Definition describes the family.
func Definition() engine.Definition {
	return engine.Definition{
		Name:      "tictacchec",
		Title:     "Tic Tac Chec",
		Variant:   variantName,
		Summary:   "Tic Tac Chec: chessmen that are placed, moved and taken, four in a line",
		Rules:     rulesText,
		Level:     engine.LevelFull,
		Kind:      engine.Byte,
		Bench:     "pieces=PNR",
		Positions: 0,
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
		return strings.Join(strings.Split(word, ""), " and ")
	}
	return ""
}
