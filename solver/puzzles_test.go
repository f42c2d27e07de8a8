package solver

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// Published numbers of positions by the least number of moves.
var puzzleRows = map[string][]uint64{
	"sliding": {1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952, 20224,
		24047, 15578, 14560, 6274, 3910, 760, 221, 2}, // A089473
	"sliding:blank=centre": {1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612, 18444,
		24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148}, // A089474
	"sliding:blank=edge": {1, 3, 5, 10, 14, 28, 42, 80, 108, 202, 278, 524, 726, 1348, 1804, 3283, 4193, 7322, 8596, 13930, 14713, 21721,
		19827, 25132, 18197, 18978, 9929, 7359, 2081, 878, 126, 2}, // A089483
	"sliding:height=2,width=4": {1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414, 1664, 1884,
		1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1}, // A090035
	"cube2":                {1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644},                    // A079761
	"cube2:metric=quarter": {1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276}, // A079762
	"pancake:n=4":          {1, 3, 6, 11, 3},
	"pancake:n=6":          {1, 5, 20, 79, 199, 281, 133, 2},
}

// TestPuzzles compares puzzles with published numbers and, where they are small, every position with
// the naive solver.
func TestPuzzles(t *testing.T) {
	for spec, rows := range puzzleRows {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec, "")
			_, values := solveValues(t, g, Options{})
			got := make([]uint64, len(rows))
			for _, v := range values {
				moves, solvable := g.Kind().Plies(v)
				if !solvable || moves >= len(rows) {
					t.Fatalf("a position is worth %s, and the published numbers end with %d moves", g.Kind().Text(v), len(rows)-1)
				}
				got[moves]++
			}
			if fmt.Sprint(got) != fmt.Sprint(rows) {
				t.Errorf("positions by number of moves: %d, published %d", got, rows)
			}
			if g.Size() < 1000 {
				enginetest.CheckValues(t, g, values)
			}
		})
	}
}

// TestPuzzleWays solves a puzzle with and without its predecessors.
func TestPuzzleWays(t *testing.T) {
	checkCombinations(t, open(t, "sliding:height=2", ""), Options{Chunk: 64})
}
