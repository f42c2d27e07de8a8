package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestMorris compares every position of small variants with the naive solver and, where it is
// given the time, what the start of larger ones is worth with what is published.
func TestMorris(t *testing.T) {
	for spec, start := range map[string]engine.Value{
		"morris:men=3": engine.Tie, "morris:diagonals=true,men=3": 1 + 9, "morris:flying=true,men=3": engine.Tie, "morris:men=4": 1 + 12,
	} {
		g := open(t, spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
		checkStart(t, g, values, start)
	}
	if !slow {
		return
	}
	for spec, digest := range map[string]string{
		"morris:men=4,rings=2": "", "morris:men=5": "", "morris:flying=true": "",
		"morris": "47e8fb6df92c95caabaea25f9b815e0223470c56cfb246c3f1b20746534964da",
	} {
		g := open(t, spec, "")
		s, values := solveValues(t, g, Options{})
		if s.SHA256 != digest && digest != "" {
			t.Errorf("%s: digest %s, want %s", spec, s.SHA256, digest)
		}
		checkStart(t, g, values, engine.Tie)
	}
}

func checkStart(t *testing.T, g engine.Game, values []engine.Value, want engine.Value) {
	t.Helper()
	start, _ := g.Start()
	if i, ok := g.Index(start); !ok || values[i] != want {
		t.Errorf("the start of %v is %s, want %s", g.Spec(), g.Kind().Text(values[i]), g.Kind().Text(want))
	}
}
