package solver

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// TestTicTacChec compares every position of small variants with the naive solver. If
// FOREGONE_TICTACCHEC names a folder, the test solves the whole game there, in about three minutes
// of CPU time, or uses its finished table, and compares the values with published counts.
func TestTicTacChec(t *testing.T) {
	for _, pieces := range []string{"NR", "PN"} {
		g := open(t, "tictacchec:pieces="+pieces, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
	}
	dir := os.Getenv("FOREGONE_TICTACCHEC")
	if dir == "" {
		return
	}
	g := open(t, "tictacchec", "")
	if _, err := Solve(context.Background(), g, Options{Dir: dir, Memory: 4 << 30}); err != nil {
		t.Fatal(err)
	}
	byValue := [2][256]uint64{} // after the opening, and in it
	all := g.Slices()
	play := all[len(all)-1].First
	eachValue(t, dir, func(i uint64, v engine.Value) {
		part := 0
		if i < play {
			part = 1
		}
		byValue[part][v] += 2
	})
	for part, empty := range []uint64{play, 0} { // other boards are never their own mirror images
		byValue[part][valueAt(t, dir, empty)]--
	}
	compareTicTacChec(t, g, byValue)
	if v := valueAt(t, dir, 0); v != engine.Tie {
		t.Errorf("the start is %s, want a draw", g.Kind().Text(v))
	}
}

// compareTicTacChec compares the numbers of positions with each value, after the opening and in it,
// with the published ones.
func compareTicTacChec(t *testing.T, g engine.Game, byValue [2][256]uint64) {
	t.Helper()
	var won, lost uint64
	longest := 0
	for v, n := range byValue[0] {
		plies, _ := g.Kind().Plies(engine.Value(v))
		switch g.Kind().Outcome(engine.Value(v)) {
		case engine.Win:
			won += n
		case engine.Loss:
			lost += n
		}
		if n > 0 {
			longest = max(longest, plies)
		}
	}
	if got, want := fmt.Sprint(won, lost, byValue[0][engine.Tie], longest), "184895598 24178920 2253286227 41"; got != want {
		t.Errorf("positions won, lost and drawn after the opening, and the most plies: %s, want the published %s", got, want)
	}
	for _, row := range enginetest.Figures(t, "../engine/tictacchec/testdata/published/plies.tsv") {
		var plies int
		var outcome string
		var want [2]uint64
		if _, err := fmt.Sscan(strings.Join(row, " "), &plies, &outcome, &want[0], &want[1]); err != nil {
			t.Fatal(err)
		}
		for part, n := range want {
			if got := byValue[part][plies+1]; got != n {
				t.Errorf("%d positions are a %s in %d plies, want the published %d", got, outcome, plies, n)
			}
		}
	}
}

// valueAt returns the value of a position in a finished table.
func valueAt(t *testing.T, dir string, i uint64) engine.Value {
	t.Helper()
	r, err := table.Open(kv.TablePath(dir), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw := make([]byte, 1)
	if err := r.ReadValues(raw, i); err != nil {
		t.Fatal(err)
	}
	return engine.Value(raw[0])
}
