package britishsquare

import (
	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction gives the pieces their colours.
var depiction = drawing.Depiction{Goal: "Who has more pieces on the board at the end wins; each one more is a point. A square without a value is not allowed: next to a piece of the opponent, or for the first turn the centre.", Looks: drawing.Looks{
	'1': {Shape: drawing.Disc},
	'2': {Shape: drawing.Disc, Second: true},
}}
