package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestMorris compares every position of small variants with the naive solver and, with the tag
// long, the value of the start of larger variants with the published one.
func TestMorris(t *testing.T) {
	for spec, start := range map[string]engine.Value{
		"morris:men=3": engine.Tie, "morris:diagonals=true,men=3": 1 + 9, "morris:flying=true,men=3": engine.Tie, "morris:men=4": 1 + 12,
	} {
		g := open(t, spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
		checkStart(t, g, values, start)
	}
	g := open(t, "morris:diagonals=true,men=4,placed=true", "")
	_, values := solveValues(t, g, Options{})
	enginetest.CheckValues(t, g, values)
	checkPlaced(t, "morris:men=3", "morris:flying=true,men=3,rings=2")
	if !slow {
		return
	}
	checkPlaced(t, "morris:men=5", "morris:flying=true,men=4,rings=2")
	for spec, digest := range map[string]string{
		"morris:men=4,rings=2": "", "morris:men=5": "", "morris:flying=true": "",
		"morris":               "47e8fb6df92c95caabaea25f9b815e0223470c56cfb246c3f1b20746534964da",
		"morris:men=5,rings=3": "c8f6d0b9a13d0b0063c3c0f77c406723b01c5de14c8eafac39370fdebf5fb507",
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

// checkPlaced compares every reachable position with all men placed with the same position of the
// variant without placing, which finds moves and predecessors by other code.
func checkPlaced(t *testing.T, specs ...string) {
	t.Helper()
	for _, spec := range specs {
		g, placed := open(t, spec, ""), open(t, spec+",placed=true", "")
		_, want := solveValues(t, g, Options{})
		_, got := solveValues(t, placed, Options{})
		compared := 0
		for i := range g.Size() {
			p, err := placed.Parse(g.Text(g.At(i)))
			if err != nil {
				continue // men are in hand
			}
			j, ok := placed.Index(p)
			if !ok {
				t.Fatalf("%v: %s is not stored", placed.Spec(), placed.Text(p))
			}
			plies, _ := placed.Kind().Plies(got[j])
			wantPlies, _ := g.Kind().Plies(want[i])
			if plies != wantPlies || placed.Kind().Outcome(got[j]) != g.Kind().Outcome(want[i]) {
				t.Fatalf("%v: %s is worth %s; want %s", placed.Spec(), placed.Text(p), placed.Kind().Text(got[j]), g.Kind().Text(want[i]))
			}
			compared++
		}
		if compared < len(got)/2 {
			t.Errorf("%v: %d of %d positions were compared", placed.Spec(), compared, len(got))
		}
	}
}
