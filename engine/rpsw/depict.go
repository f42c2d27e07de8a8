package rpsw

import (
	"github.com/foregone-db/foregone/engine/drawing"
)

// depiction has no looks: the default draws letters on round pieces.
var depiction = drawing.Depiction{Relative: true, Turned: true}
