package solver

import (
	"context"
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// The estimate of a solve is too low or too high by a factor of two, and its phases shrink as those
// of real games do. The percentage stays near the share of the time that is over, never goes back,
// and stands nowhere for three tenths of the time.
func TestForecast(t *testing.T) {
	const scan, first, shrink, phases, table = 100.0, 40.0, 0.8, 60, 20.0
	for _, wrong := range []float64{0.5, 1, 2} {
		f := forecast{positions: 300}
		solving, took := scan, first
		var times []float64
		for p := range phases {
			times = append(times, took)
			solving += took
			if p%2 == 1 {
				took *= shrink
			}
		}
		layer := solving / 2
		solving += layer
		total, now, before, rose, from := solving+table, 0.0, 0.0, 0.0, 0.0
		f.expect(total*wrong, table*wrong)
		ask := func(kind EventKind, step, within float64) {
			t.Helper()
			got, want := f.percent(kind, now, step), 100*now/total
			if got >= from+1 {
				from, rose = got, now
			}
			if now-rose > 0.3*total {
				t.Errorf("estimate %g: after %.0f of %.0f s it is at %.1f %% for %.0f s", wrong, now, total, got, now-rose)
			}
			if got < before || got > mostPercent || math.Abs(got-want) > within {
				t.Errorf("estimate %g: after %.0f of %.0f s %.1f %% after %.1f %%, want about %.0f", wrong, now, total, got, before, want)
			}
			before = got
		}
		f.enter(engine.Slice{Size: 200}, 0)
		for now < scan {
			ask(EventProgress, scan-now, 30)
			now += scan / 20
		}
		f.scanned(now)
		for p, took := range times {
			within := 35.0
			if p > 2*knownPhases {
				within = 15
			}
			now += took / 2
			ask(EventProgress, took/2, within)
			now += took / 2
			f.phase(now)
			ask(EventProgress, 0, within)
		}
		f.enter(engine.Slice{Size: 100, Layer: true}, now)
		for end := now + layer; now < end; now += layer / 20 {
			ask(EventProgress, end-now, 25)
		}
		for end := now + table; now < end; now += table / 20 {
			ask(EventCompact, end-now, 15)
		}
	}
	var f forecast
	if percent, left := f.discovered(10, 0.5); percent != 10 || left != 90 {
		t.Errorf("discovery is half done: %g %%, %g s left", percent, left)
	}
	if percent, _ := f.discovered(10, 0.3); percent != 10 {
		t.Errorf("%g %% when more was found", percent)
	}
}

// In the events of real solves the percentage only rises, to 100. The steps that write the table
// count to their end at most once.
func TestPercent(t *testing.T) {
	for name, g := range map[string]engine.Game{
		"listed": enginetest.RandomGame(3, withoutPredecessors(enginetest.Eventful(engine.Byte, 3000, 3))),
		"told":   enginetest.RandomGame(3, enginetest.Eventful(engine.Wide, 3000, 3)),
	} {
		last, events := 0.0, 0
		written, total := uint64(0), uint64(0)
		o := altered{disk: noSync, Options: Options{Dir: t.TempDir(), Chunk: 64, Events: func(e Event) {
			if e.Percent > 0 {
				events++
				if e.Percent < last || e.Percent > 100 || (e.Percent == 100) != (e.Kind == EventDone) {
					t.Errorf("%s: %s %s: %g %% after %g %%", name, e.Kind, e.Step, e.Percent, last)
				}
				last = e.Percent
			}
			if e.Kind == EventCompact {
				if e.Done <= written || e.Done > e.Total || total > 0 && e.Total != total {
					t.Errorf("%s: %s %d of %d after %d", name, e.Step, e.Done, e.Total, written)
				}
				written, total = e.Done, e.Total
			}
		}}}
		if _, err := o.solve(context.Background(), g); err != nil {
			t.Fatal(err)
		}
		if last != 100 || events < 10 {
			t.Errorf("%s: %g %% after %d events", name, last, events)
		}
	}
}

// Only the default variant has a known number of positions.
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

// TestEachChunk reports progress in parts of any size: every whole chunk counts.
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
