package rpsw

import "github.com/foregone-db/foregone/engine"

// depiction has no looks: letters on round pieces are what there is without.
var depiction = engine.Depiction{Relative: true, Turned: true}
