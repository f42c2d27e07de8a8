package solver

import (
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestRPSWOnePiece compares the counts with the published ones of one piece a side,
// and every value with the naive solver's.
func TestRPSWOnePiece(t *testing.T) {
	g := open(t, "rpsw:pieces=1", "")
	_, got := solveValues(t, g, Options{})
	counts := make([]int, 12)
	for _, v := range got {
		counts[v]++
	}
	// By value: draws, remoteness 0, 1, …; odd remoteness is won, even lost.
	if want := []int{0, 0, 842, 414, 378, 250, 258, 190, 208, 176, 212, 144}; !slices.Equal(counts, want) {
		t.Errorf("counts %v, want %v", counts, want)
	}
	enginetest.CheckValues(t, g, got)
}

// TestRPSW solves games with captures between slices, on boards of even width and
// odd, and compares every position with the naive solver; the smaller ones in all
// ways.
func TestRPSW(t *testing.T) {
	all := optionSets()
	some := map[string]altered{"default": all["default"], "spilling": all["spilling"]}
	type test struct {
		spec  string
		ways  map[string]altered
		chunk uint64 // positions
	}
	tests := []test{
		{"rpsw:width=3,height=3,pieces=2", all, 512},
		{"rpsw:width=2,height=3", some, 256},
	}
	if slow {
		tests = append(tests,
			test{"rpsw:width=4,height=4,pieces=2", some, 8192},
			test{"rpsw:width=3,height=5,pieces=2", all, 2048},
			test{"rpsw:width=1,height=8,pieces=3", all, 2048},
			test{"rpsw:pieces=2", some, 1 << 16})
	}
	for _, c := range tests {
		t.Run(c.spec, func(t *testing.T) {
			g := open(t, c.spec, "")
			digests := map[string]string{}
			for name, way := range c.ways {
				if way.Chunk > 0 {
					way.Chunk = c.chunk
				}
				s, got := solveValues(t, g, way)
				if way.working > 0 && s.Spilled == 0 {
					t.Errorf("%s: nothing was spilled", name)
				}
				if digests[s.SHA256] == "" {
					enginetest.CheckValues(t, g, got)
				}
				digests[s.SHA256] += " " + name
			}
			if len(digests) != 1 {
				t.Errorf("digests differ: %v", digests)
			}
		})
	}
}
