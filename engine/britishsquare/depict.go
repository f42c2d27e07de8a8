package britishsquare

import (
	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction gives the pieces their colours.
var depiction = drawing.Depiction{Goal: "The player with more pieces on the board at the end wins by that many points. Squares without a value are not allowed: those next to a piece of the opponent, and the centre on the first turn.", Looks: drawing.Looks{
	'1': {Shape: drawing.Disc},
	'2': {Shape: drawing.Disc, Second: true},
}}
