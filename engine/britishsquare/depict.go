package britishsquare

import "github.com/foregone-db/foregone/engine"

// depiction gives the pieces their colours.
var depiction = engine.Depiction{Looks: map[rune]engine.Look{
	'1': {Shape: engine.Disc},
	'2': {Shape: engine.Disc, Second: true},
}}
