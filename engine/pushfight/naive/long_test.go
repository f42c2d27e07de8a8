//go:build long

package naive

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
)

const slow = true

// TestLongLeavesLost checks an assumption of the solver of the published board: a player who can
// leave the opponent without a turn can also push a piece off. The test checks all positions in
// progress from which one turn leads to a position of the list. Of two twins in the list it takes
// one.
func TestLongLeavesLost(t *testing.T) {
	raw, err := os.ReadFile("../../../solver/pushfight/testdata/lost.txt")
	if err != nil {
		t.Fatal(err)
	}
	v := variant(t, enginetest.Board{Text: FullText, Movers: 2, Pushers: 3})
	lookahead := pushfight.NewLookahead(v)
	g := fullGame(t)
	looked := 0
	for _, perm := range strings.Fields(string(raw)) {
		index, err := strconv.ParseUint(perm, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		lost := g.Position(index)
		if _, rotated, reachable := g.MinimizedIndex(lost); rotated || !reachable {
			continue
		}
		for before := range g.Predecessors(lost) {
			p, err := v.Parse(before)
			if err != nil {
				t.Fatal(err)
			}
			if looked++; !lookahead.Wins(p.(pushfight.Position)) {
				t.Errorf("%s leads to %s and has no win", before, lost)
			}
		}
	}
	t.Logf("%d positions", looked)
}
