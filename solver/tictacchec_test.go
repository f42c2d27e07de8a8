package solver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestTicTacChec compares every position of small variants with the naive solver. Where
// FOREGONE_TICTACCHEC names a folder, the whole game is solved there, for the better part of an
// hour, and its values are compared with published counts.
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
	_, values := solveValues(t, g, Options{Dir: dir, Memory: 4 << 30})
	var counts [2]map[engine.Value]uint64 // after the opening, and in it
	counts[0], counts[1] = map[engine.Value]uint64{}, map[engine.Value]uint64{}
	all := g.Slices()
	play := all[len(all)-1].First
	for i, v := range values {
		part := 0
		if uint64(i) < play {
			part = 1
		}
		counts[part][v] += g.Weight(uint64(i))
	}
	checkStart(t, g, values, engine.Tie)
	if counts[0][engine.Tie] != 2_253_286_227 {
		t.Errorf("%d positions after the opening are drawn", counts[0][engine.Tie])
	}
	content, err := os.ReadFile("../../shared/data/peers/tictacchec.tsv")
	if err != nil {
		t.Skip("the published figures are not here: ", err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		var plies int
		var outcome string
		var want [2]uint64
		if _, err := fmt.Sscan(line, &plies, &outcome, &want[0], &want[1]); err != nil {
			t.Fatal(err)
		}
		for part, n := range want {
			if got := counts[part][engine.Value(plies+1)]; got != n {
				t.Errorf("%d positions are a %s in %d plies, published are %d", got, outcome, plies, n)
			}
		}
	}
}
