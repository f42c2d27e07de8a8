package tupitu

import "github.com/foregone-db/foregone/engine"

// depiction gives the two pawns their colours.
var depiction = engine.Depiction{Relative: true, Looks: map[rune]engine.Look{
	'A': {Shape: engine.Disc},
	'B': {Shape: engine.Disc, Second: true},
}}
