package query_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestNear goes from positions to the next and the previous one of each value, and compares with
// all values.
func TestNear(t *testing.T) {
	g := enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 3000, 2))
	db, values := solved(t, g, registryOf(g), 0)
	seen := map[engine.Value]bool{}
	for i := range g.Size() {
		seen[values[i]] = true
	}
	for v := range seen {
		for from := uint64(0); from < g.Size(); from += 61 {
			for _, back := range []bool{false, true} {
				want, there := from, false
				for !there && (back && want > 0 || !back && want+1 < g.Size()) {
					if want++; back {
						want -= 2
					}
					there = values[want] == v
				}
				a, found, err := db.Near(t.Context(), db.Verdict(v), from, back, 0)
				if err != nil || found != there || found && (a.Index != want || a.Verdict != db.Verdict(v)) {
					t.Fatalf("%v from #%d, back %v: #%d %v %v (%v), want #%d %v", db.Verdict(v), from, back, a.Index, a.Verdict, found, err, want, there)
				}
			}
		}
	}
}
