package pushfight

import "github.com/foregone-db/foregone/engine"

// depiction has round movers and square pushers.
var depiction = engine.Depiction{
	Relative: true,
	Railings: true,
	Looks: map[rune]engine.Look{
		'o': {Shape: engine.Disc},
		'O': {Shape: engine.Block},
		'P': {Shape: engine.Block, Anchor: true},
		'x': {Shape: engine.Disc, Second: true},
		'X': {Shape: engine.Block, Second: true},
		'Y': {Shape: engine.Block, Second: true, Anchor: true},
	},
}
