package tupitu

import "github.com/foregone-db/foregone/engine"

// Depiction implements [engine.Depicter].
func (v *Variant) Depiction() engine.Depiction {
	return engine.Depiction{Relative: true, Looks: map[rune]engine.Look{
		'A': {Shape: engine.Disc},
		'B': {Shape: engine.Disc, Second: true},
	}}
}
