package solver

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

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
			g := open(t, spec, "")
			s, got := solveValues(t, g, Options{})
			enginetest.CheckValues(t, g, got)
			for name, o := range map[string]Options{
				"one worker":   {Workers: 1},
				"small chunks": {Workers: 3, Chunk: 64},
				"backward":     {Workers: 2, Chunk: 1 << 12, Strategy: Backward},
			} {
				// A second discovery must give the same indices.
				if o, _ := solveValues(t, open(t, spec, ""), o); o.SHA256 != s.SHA256 {
					t.Errorf("%s: digest %s, want %s", name, o.SHA256, s.SHA256)
				}
			}
		})
	}
}
