package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestSquadro compares every position of small variants with the naive solver.
func TestSquadro(t *testing.T) {
	for _, spec := range []string{"lanes=2", "lanes=3"} {
		g := open(t, "squadro:"+spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
	}
}
