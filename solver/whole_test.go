package solver

import (
	"context"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// The percentage of a whole solve goes up from discovery to the table, by slices and phases, and is never at the
// end before that.
func TestWhole(t *testing.T) {
	w := whole{found: discoveryShare, total: 300}
	before := 0.0
	step := func(kind EventKind, name StepName, done, total uint64, least, most float64) {
		t.Helper()
		got := w.percent(kind, name, done, total)
		if got < before || got < least || got > most {
			t.Errorf("%s %s, %d of %d: %.1f %% after %.1f %%, want %g to %g", kind, name, done, total, got, before, least, most)
		}
		before = got
	}
	step(EventDiscover, "", 1, 2, 10, 10)
	step(EventDiscover, "", 1, 3, 10, 10) // more was found
	step(EventDiscover, "", 3, 3, 20, 20)
	w.enter(engine.Slice{Size: 100})
	w.listed(true)
	step(EventProgress, "scan", 0, 4, 20, 20)
	step(EventProgress, "scan", 4, 4, 40, 42)
	step(EventProgress, "reverse graph", 1, 2, 41, 43)
	for p, n := range []uint64{0, 20, 10, 15, 8, 7, 4, 3, 1, 1, 0, 0} {
		step(EventProgress, "losses to wins", 1, 2, 41, 47)
		w.phase(n)
		step(EventProgress, "losses to wins", 0, 2, 41, 47)
		if p > 8 && before < 45 {
			t.Errorf("%.1f %% after phase %d", before, p)
		}
	}
	w.enter(engine.Slice{Size: 200, Layer: true})
	step(EventProgress, "layer", 0, 4, 46, 47)
	step(EventProgress, "layer", 2, 4, 70, 75)
	step(EventProgress, "layer", 4, 4, 98, 99)
	step(EventCompact, "compaction", 1, 2, 99, 99.5)
	step(EventCompact, "compaction", 2, 2, 99.5, mostPercent)
	if left(50, 10, 0) != 10 || left(98, 98, 5) != 5 || left(0.5, 10, 5) != 0 || left(100, 10, 5) != 0 {
		t.Error("what is left is reckoned wrongly")
	}
}

// Events of real solves tell a percentage that only goes up, to 100.
func TestPercent(t *testing.T) {
	for name, g := range map[string]engine.Game{
		"listed": enginetest.RandomGame(3, withoutPredecessors(enginetest.Eventful(engine.Byte, 3000, 3))),
		"told":   enginetest.RandomGame(3, enginetest.Eventful(engine.Wide, 3000, 3)),
	} {
		last, events := 0.0, 0
		o := Options{Dir: t.TempDir(), Chunk: 64, disk: noSync, Events: func(e Event) {
			if e.Percent > 0 {
				events++
				if e.Percent < last || e.Percent > 100 || (e.Percent == 100) != (e.Kind == EventDone) {
					t.Errorf("%s: %s %s: %g %% after %g %%", name, e.Kind, e.Step, e.Percent, last)
				}
				last = e.Percent
			}
		}}
		if _, err := Solve(context.Background(), g, o); err != nil {
			t.Fatal(err)
		}
		if last != 100 || events < 10 {
			t.Errorf("%s: %g %% after %d events", name, last, events)
		}
	}
}

// Of the default variant alone it is known how many positions there are.
func TestKnownPositions(t *testing.T) {
	registry := games.NewRegistry(quixo.Definition(), tictactoe.Definition())
	for text, want := range map[string]uint64{"quixo": 5170021, "quixo:size=4": 5170021, "quixo:size=3": 0, "tictactoe": 0} {
		spec, err := registry.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := KnownPositions(registry, spec); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestEachChunk: of what is told in parts of any size every whole chunk is counted.
func TestEachChunk(t *testing.T) {
	c := progress.NewCounter(10, 0)
	tell := eachChunk(c, 100)
	for _, step := range []struct{ part, done uint64 }{{30, 0}, {69, 0}, {1, 1}, {250, 3}, {0, 3}, {149, 4}, {1, 5}} {
		tell(step.part)
		if done, _ := c.Units(); done != step.done {
			t.Errorf("after %d more %d chunks are done, want %d", step.part, done, step.done)
		}
	}
}
