package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
)

// TestSecondsSoFar checks that the time of earlier runs counts, also if discovery was killed and
// left only its status. The time of another game does not count.
func TestSecondsSoFar(t *testing.T) {
	g := enginetest.RandomGame(3, enginetest.Eventful(engine.Byte, 500, 2))
	spent := func(s Status) float64 {
		t.Helper()
		dir := t.TempDir()
		if err := kv.WriteStatus(dir, s); err != nil {
			t.Fatal(err)
		}
		resumed := false
		summary, err := Solve(t.Context(), g, Options{Dir: dir, Events: func(e Event) { resumed = resumed || e.Kind == EventResume }})
		if err != nil {
			t.Fatal(err)
		}
		if resumed {
			t.Error("a new solve is reported as resumed")
		}
		return summary.Elapsed.Seconds()
	}
	game := g.Spec().String()
	if got := spent(Status{Game: game, Step: "discovery", Running: true, PID: 1, Seconds: 1000}); got < 1000 || got > 1500 {
		t.Errorf("after 1000 s all runs took %.1f s", got)
	}
	if got := spent(Status{Game: "other", Step: "discovery", Seconds: 1000}); got > 900 {
		t.Errorf("another game's 1000 s count: %.1f s", got)
	}
	if got := spent(Status{Game: game, Finished: true, Seconds: 1000}); got > 900 {
		t.Errorf("a finished solve's 1000 s count: %.1f s", got)
	}
}
