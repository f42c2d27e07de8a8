//go:build long

package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestPublishedAwari compares the turns at a position of 16 stones with the example in the
// documentation of the published database of awari.
func TestPublishedAwari(t *testing.T) {
	g := open(t, "awari:stones=16", "")
	_, values := solveValues(t, g, Options{})
	p, err := g.Parse("1 1 1 1 1 2 4 2 3 0 0 0")
	if err != nil {
		t.Fatal(err)
	}
	i, _ := g.Index(p)
	if got := engine.Score.Points(values[i]); got != 0 {
		t.Errorf("the position is worth %d, want 0", got)
	}
	want := map[string]int{"a1": -1, "b1": -1, "c1": -2, "d1": -2, "e1": -2, "f1": 0}
	slices := g.Slices()
	for _, m := range g.Moves(p) {
		j, _ := g.Index(m.To)
		from, to := slices[engine.SliceOf(slices, i)], slices[engine.SliceOf(slices, j)]
		if got := from.Points - to.Points - engine.Score.Points(values[j]); got != want[m.Turn] {
			t.Errorf("%s is worth %d, want %d", m.Turn, got, want[m.Turn])
		}
		delete(want, m.Turn)
	}
	if len(want) > 0 {
		t.Errorf("there are no turns %v", want)
	}
}
