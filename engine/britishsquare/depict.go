package britishsquare

import (
	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction gives the pieces their colours.
var depiction = drawing.Depiction{Looks: drawing.Looks{
	'1': {Shape: drawing.Disc},
	'2': {Shape: drawing.Disc, Second: true},
}}
