package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/tupitu"
)

// onlyMoves is a game without its evaluation of layers.
type onlyMoves struct{ engine.Game }

func (g onlyMoves) NewScratch() engine.Scratch {
	return struct{ engine.Scratch }{g.Game.NewScratch()}
}

func openTupitu(t testing.TB, spec string) engine.Game {
	t.Helper()
	r := engine.NewRegistry(tupitu.Definition())
	s, err := r.Parse(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// countAll counts positions by value, each with its twins.
func countAll(g engine.Game, values []engine.Value) map[engine.Value]uint64 {
	counts := map[engine.Value]uint64{}
	for i, v := range values {
		counts[v] += g.Weight(uint64(i))
	}
	return counts
}

// TestTupitu compares every position of small boards with the naive solver, and all
// ways of solving with each other.
func TestTupitu(t *testing.T) {
	for _, spec := range []string{"tupitu:width=3,height=3", "tupitu:width=3,height=4", "tupitu:width=4,height=4"} {
		t.Run(spec, func(t *testing.T) {
			g := openTupitu(t, spec)
			s, got := solveValues(t, g, Options{})
			if g.Size() < 100_000 {
				enginetest.CheckValues(t, g, got)
			}
			for name, other := range map[string]struct {
				game    engine.Game
				options Options
			}{
				"one worker":   {g, Options{Workers: 1}},
				"small chunks": {g, Options{Workers: 3, Chunk: 1 << 12}},
				"only moves":   {onlyMoves{g}, Options{}},
			} {
				if o, _ := solveValues(t, other.game, other.options); o.SHA256 != s.SHA256 {
					t.Errorf("%s: digest %s, want %s", name, o.SHA256, s.SHA256)
				}
			}
			var lost, all uint64
			for v, n := range countAll(g, got) {
				all += n
				if engine.Byte.Outcome(v) == engine.Loss {
					lost += n
				}
			}
			start, _ := g.Start()
			switch spec {
			case "tupitu:width=3,height=3":
				if lost != 4+156+112+520+492+576+224+72 || all != 72<<7 { // published
					t.Errorf("%d of %d positions are lost", lost, all)
				}
			case "tupitu:width=4,height=4":
				if i, _ := g.Index(start); engine.Byte.Text(got[i]) != "L7" { // published: lost in 14 turns of both
					t.Errorf("the start is %s, want L7", engine.Byte.Text(got[i]))
				}
			}
		})
	}
}

// TestTupituInterrupted stops solves after ever more events and goes on.
func TestTupituInterrupted(t *testing.T) {
	g := openTupitu(t, "tupitu:width=3,height=4")
	want, _ := solveValues(t, g, Options{})
	o := Options{Dir: t.TempDir(), Chunk: 512}
	stops := 0
	for n := 2; interrupted(t, g, o, n); n += 3 {
		stops++
	}
	if got, _ := solveValues(t, g, Options{Dir: o.Dir}); got.SHA256 != want.SHA256 {
		t.Errorf("digest %s after %d interruptions, want %s", got.SHA256, stops, want.SHA256)
	}
	if stops == 0 {
		t.Error("no solve was interrupted")
	}
}
