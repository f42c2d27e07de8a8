package solver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestDobutsu compares every position of small variants with the naive solver and, where it
// is given the time, the whole game with published counts.
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
	_, values := solveValues(t, g, Options{})
	start, _ := g.Start()
	if i, ok := g.Index(start); !ok || values[i] != 1+78 {
		t.Errorf("the start is %s, want lost in 78 plies", g.Kind().Text(values[i]))
	}
	won := map[int]uint64{}
	for _, v := range values {
		if plies, _ := g.Kind().Plies(v); g.Kind().Outcome(v) == engine.Win {
			won[plies]++
		}
	}
	content, err := os.ReadFile("../../shared/data/peers/dobutsu-wins.tsv")
	if err != nil {
		t.Skip(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		var plies int
		var want uint64
		if _, err := fmt.Sscan(line, &plies, &want); err != nil {
			t.Fatal(err)
		}
		if won[plies] != want {
			t.Errorf("%d positions are won in %d plies, published are %d", won[plies], plies, want)
		}
	}
}
