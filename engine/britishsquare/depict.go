package britishsquare

import "github.com/foregone-db/foregone/engine"

// Depiction implements [engine.Depicter].
func (r *rules) Depiction() engine.Depiction {
	return engine.Depiction{Looks: map[rune]engine.Look{
		'1': {Shape: engine.Disc},
		'2': {Shape: engine.Disc, Second: true},
	}}
}
