package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestReverseGraphs solves with a reverse graph in memory, in a file, sorted some lists at a time, and none at all: the same table.
func TestReverseGraphs(t *testing.T) {
	for seed, o := range []enginetest.RandomOptions{
		withoutPredecessors(enginetest.Eventful(engine.Byte, 9000, 1)), withoutPredecessors(enginetest.Eventful(engine.Wide, 5000, 2)),
	} {
		g := enginetest.RandomGame(int64(seed), o)
		want, values := solveValues(t, g, Options{})
		enginetest.CheckValues(t, g, values)
		files := 0
		for working := uint64(4000); working < 1<<20; working += working / 3 {
			got, _ := solveValues(t, g, Options{working: working, Chunk: 512, Workers: 2})
			if got.SHA256 != want.SHA256 {
				t.Fatalf("%d bytes: digest %s, want %s", working, got.SHA256, want.SHA256)
			}
			if got.Spilled > 0 {
				files++
			}
		}
		if files < 2 || files > 12 {
			t.Errorf("with %d sizes of memory the graph was in a file", files)
		}
	}
}
