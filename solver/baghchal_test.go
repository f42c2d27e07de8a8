package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestBaghchal compares every position of small variants with the naive solver, whose values
// another program has (TestEveryPosition of engine/baghchal).
func TestBaghchal(t *testing.T) {
	specs := []string{
		"captures=1,size=3", "captures=2,size=3,stuck=draw", "captures=3,goats=3,size=3", "captures=4,size=3", "size=3", "size=3,stuck=draw",
		"captures=2,goats=2,size=4", "goats=1",
	}
	if slow {
		specs = append(specs, "captures=3,goats=4,size=4", "captures=2,goats=5,size=4,stuck=draw", "captures=5,goats=5,size=4", "captures=2,goats=2")
	}
	for _, spec := range specs {
		g := open(t, "baghchal:"+spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
	}
	if slow {
		s, _ := solveValues(t, open(t, "baghchal:size=4", ""), Options{})
		if want := "71b5240b3102fd4ce0e86bc775767add36027da8da509396c645d6f46ee31451"; s.SHA256 != want {
			t.Errorf("size=4: digest %s, want %s, that of the moves one by one", s.SHA256, want)
		}
	}
}
