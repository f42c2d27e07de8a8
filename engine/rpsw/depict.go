package rpsw

import "github.com/foregone-db/foregone/engine"

// Depiction implements [engine.Depicter]: letters on round pieces, as there is without.
func (v *Variant) Depiction() engine.Depiction {
	return engine.Depiction{Relative: true, Turned: true}
}
