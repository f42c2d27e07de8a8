package tupitu

import (
	"strings"

	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction gives the two pawns their colours.
var depiction = drawing.Depiction{Relative: true, Clicks: clicks, Goal: "The player who cannot step any more loses.", Click: "Click your pawn, the tile that it steps to, and a tile that you take away.", Looks: drawing.Looks{
	'A': {Shape: drawing.Man, Figure: "pawn"},
	'B': {Shape: drawing.Man, Figure: "pawn", Second: true},
}}

// clicks returns the clicks of a turn such as b2-c3/d4: a step, and the tile that it clears.
func clicks(turn string) []drawing.Click {
	step, cleared, _ := strings.Cut(turn, "/")
	from, to, _ := strings.Cut(step, "-")
	return []drawing.Click{{Square: from}, {Square: to, Act: drawing.Put}, {Square: cleared, Act: drawing.Clear}}
}
