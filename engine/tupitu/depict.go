package tupitu

import (
	"strings"

	"github.com/foregone-db/foregone/engine"
)

// depiction gives the two pawns their colours.
var depiction = engine.Depiction{Relative: true, Clicks: clicks, Looks: map[rune]engine.Look{
	'A': {Shape: engine.Disc},
	'B': {Shape: engine.Disc, Second: true},
}}

// clicks are those of a turn such as b2-c3/d4: a step, and the tile that it clears.
func clicks(turn string) []engine.Click {
	step, cleared, _ := strings.Cut(turn, "/")
	from, to, _ := strings.Cut(step, "-")
	return []engine.Click{{Square: from}, {Square: to, Act: engine.Put}, {Square: cleared, Act: engine.Clear}}
}
