package solver

import (
	"fmt"
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pig"
	"github.com/foregone-db/foregone/kv/table"
)

// pigs returns the chances of the player who rolls next, by his score, the opponent's and the points of
// the turn. It repeats the equations of the game until nothing changes.
func pigs(goal int) [][][]float64 {
	v := make([][][]float64, goal)
	for i := range v {
		v[i] = make([][]float64, goal)
		for j := range v[i] {
			v[i][j] = make([]float64, goal-i)
		}
	}
	for change := 1.0; change > 1e-15; {
		change = 0
		for i := range v {
			for j := range v[i] {
				for k := len(v[i][j]) - 1; k >= 0; k-- {
					x := (1 - v[j][i][0]) / 6
					for d := 2; d <= 6; d++ {
						if i+k+d >= goal {
							x += 1.0 / 6
							continue
						}
						x += max(v[i][j][k+d], 1-v[j][i+k+d][0]) / 6
					}
					change = max(change, math.Abs(x-v[i][j][k]))
					v[i][j][k] = x
				}
			}
		}
	}
	return v
}

// TestPig compares every value of pig, to several goals, with a solver of its own.
func TestPig(t *testing.T) {
	registry := games.NewRegistry(pig.Definition())
	for _, goal := range []int{2, 3, 9, 25} {
		g := enginetest.OpenIn(t, registry, fmt.Sprintf("pig:goal=%d", goal))
		tab := pigTable(t, g)
		want := pigs(goal)
		for i := range g.Size() {
			var a, b, k int
			if _, err := fmt.Sscanf(g.Text(g.At(i)), "%d:%d+%d", &a, &b, &k); err != nil {
				t.Fatal(err)
			}
			v, err := tab.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			if x := g.Kind().Float(v); math.Abs(x-want[a][b][k]) > tab.Header().Error+1e-14 {
				t.Errorf("goal %d: %s is worth %v, want %v", goal, g.Text(g.At(i)), x, want[a][b][k])
			}
		}
		if r, err := Verify(t.Context(), g, tab, VerifyOptions{}); err != nil || r.Failed > 0 || r.Checked != g.Size() {
			t.Errorf("goal %d: %+v, %v", goal, r, err)
		}
	}
}

// pigTable solves a game and opens its table.
func pigTable(t *testing.T, g engine.Game) *table.Reader {
	t.Helper()
	s, err := Solve(t.Context(), g, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := table.Open(s.Table, table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tab.Close() })
	return tab
}
