package rpsw

import (
	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction has no looks: letters on round pieces are what there is without.
var depiction = drawing.Depiction{Relative: true, Turned: true}
