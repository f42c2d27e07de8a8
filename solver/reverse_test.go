package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestReverseGraphs solves with a reverse graph, with a graph sorted in several passes, and without
// one. The tables are the same.
func TestReverseGraphs(t *testing.T) {
	for seed, o := range []enginetest.RandomOptions{
		withoutPredecessors(enginetest.Eventful(engine.Byte, 9000, 1)), withoutPredecessors(enginetest.Eventful(engine.Wide, 5000, 2)),
	} {
		g := enginetest.RandomGame(int64(seed), o)
		want, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
		graphs, none := 0, 0
		for working := uint64(4000); working < 1<<20; working *= 2 {
			reversed := false
			got, _ := solveValues(t, g, altered{working: working, Options: Options{
				Chunk: 512, Workers: 2, Events: func(e Event) { reversed = reversed || e.Step == StepReverseGraph },
			}})
			if got.SHA256 != want.SHA256 {
				t.Fatalf("%d bytes: digest %s, want %s", working, got.SHA256, want.SHA256)
			}
			if reversed {
				graphs++
			} else {
				none++
			}
		}
		if graphs < 2 || none < 2 {
			t.Errorf("a reverse graph with %d sizes of memory and none with %d: want 2 of each at least", graphs, none)
		}
	}
}
