package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestPylos compares every position of small pyramids with the naive solver, and their starts with the
// values of the other program of engine/pylos (TestEveryPosition there).
func TestPylos(t *testing.T) {
	for spec, start := range map[string]engine.Value{
		"pylos:size=2": 1 + 5, "pylos:size=3,spheres=4": 1 + 8, "pylos:rules=children,size=3,spheres=4": 1 + 8,
		"pylos:rules=mature,size=3,spheres=6": engine.Tie,
	} {
		g := open(t, spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
		checkStart(t, g, values, start)
	}
}
