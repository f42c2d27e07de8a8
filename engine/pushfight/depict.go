package pushfight

import (
	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction has round movers and square pushers.
var depiction = drawing.Depiction{
	Goal:     "The player who pushes a piece of the opponent off the board wins. The red disc is the anchor: the piece that pushed last cannot be pushed.",
	Relative: true,
	Railings: true,
	Looks: drawing.Looks{
		'o': {Shape: drawing.Disc},
		'O': {Shape: drawing.Block},
		'P': {Shape: drawing.Block, Anchor: true},
		'x': {Shape: drawing.Disc, Second: true},
		'X': {Shape: drawing.Block, Second: true},
		'Y': {Shape: drawing.Block, Second: true, Anchor: true},
	},
}
