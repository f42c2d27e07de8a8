package solver

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestDobutsu compares every position of small variants with the naive solver and, with the tag
// long, the whole game with published counts.
func TestDobutsu(t *testing.T) {
	for _, spec := range []string{"dobutsu:height=3,pieces=1", "dobutsu:pieces=1", "dobutsu:drops=false,pieces=1"} {
		g := open(t, spec, "")
		_, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
	}
	if !slow {
		return
	}
	g := open(t, "dobutsu", "")
	s, values := solveValues(t, g, Options{Memory: 1 << 30})
	if want := "6a9fe1beeeb2aff3c763dbf4d1cbe71a36df792c3d277ddb19b2396582953ada"; s.SHA256 != want {
		t.Errorf("digest %s, want %s", s.SHA256, want)
	}
	start, _ := g.Start()
	if i, ok := g.Index(start); !ok || values[i] != 1+78 {
		t.Errorf("the start is %s, want lost in 78 plies", g.Kind().Text(values[i]))
	}
	won := dobutsuWins(g, values)
	if n := len(won) - 1; n != 173 {
		t.Errorf("the longest win takes %d plies, want 173", n)
	}
	for _, row := range enginetest.Figures(t, "../engine/dobutsu/testdata/published/wins.tsv") {
		var plies int
		var want uint64
		if _, err := fmt.Sscan(strings.Join(row, " "), &plies, &want); err != nil {
			t.Fatal(err)
		}
		if won[plies] != want {
			t.Errorf("%d positions are won in %d plies, want the published %d", won[plies], plies, want)
		}
	}
}

// TestDobutsuWithoutDrops solves the whole game without drops, with the tag long. Its start is a
// draw, as published.
func TestDobutsuWithoutDrops(t *testing.T) {
	if !slow {
		t.Skip("it takes a minute and a half of CPU time")
	}
	g, dir := open(t, "dobutsu:drops=false", ""), t.TempDir()
	s, err := altered{Options: Options{Dir: dir, Memory: 1 << 30}, disk: noSync}.solve(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	if want := "1b50f2b8ab483d8472748a5e9bc7673a6ddcc5455475bfc6fafd40972cd61f36"; s.SHA256 != want {
		t.Errorf("digest %s, want %s", s.SHA256, want)
	}
	start, _ := g.Start()
	if i, ok := g.Index(start); !ok || valueAt(t, dir, i) != engine.Tie {
		t.Error("the start is not a draw")
	}
}

// dobutsuWins counts the won positions by plies, as the publication does: a position and its mirror
// image count as two if both lions stand on the middle column, else as one.
func dobutsuWins(g engine.Game, values []engine.Value) (won []uint64) {
	const columns = 3
	for i, v := range values {
		if g.Kind().Outcome(v) != engine.Win {
			continue
		}
		plies, _ := g.Kind().Plies(v)
		for plies >= len(won) {
			won = append(won, 0)
		}
		won[plies]++
		text := g.Text(g.At(uint64(i)))
		if strings.Index(text, "L")%columns == 1 && strings.Index(text, "l")%columns == 1 && g.Weight(uint64(i)) == 2 {
			won[plies]++
		}
	}
	return won
}
