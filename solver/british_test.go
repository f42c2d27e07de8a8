package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func openBritish(t testing.TB, spec string) engine.Game {
	t.Helper()
	r := engine.NewRegistry(britishsquare.Definition())
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

// TestBritishSquare compares every position of small boards with the naive solver, and
// all ways of solving with each other. The game's own tests compare the naive solver
// with plain search by other rules.
func TestBritishSquare(t *testing.T) {
	for _, spec := range []string{
		"british-square:width=1,height=1",
		"british-square:width=3,height=3",
		"british-square:width=3,height=3,center=true",
		"british-square:width=3,height=4",
		"british-square:width=4,height=4",
	} {
		t.Run(spec, func(t *testing.T) {
			g := openBritish(t, spec)
			s, got := solveValues(t, g, Options{})
			enginetest.CheckValues(t, g, got)
			for name, o := range map[string]Options{
				"one worker":   {Workers: 1},
				"small chunks": {Workers: 3, Chunk: 64},
				"backward":     {Workers: 2, Chunk: 1 << 12, Strategy: Backward},
			} {
				// Discovered again, to see that this does not change the indices.
				if o, _ := solveValues(t, openBritish(t, spec), o); o.SHA256 != s.SHA256 {
					t.Errorf("%s: digest %s, want %s", name, o.SHA256, s.SHA256)
				}
			}
		})
	}
}

// TestBritishSquareInterrupted stops solves after ever more events and goes on.
func TestBritishSquareInterrupted(t *testing.T) {
	g := openBritish(t, "british-square:width=3,height=4")
	want, _ := solveValues(t, g, Options{})
	o := Options{Dir: t.TempDir(), Chunk: 64}
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
