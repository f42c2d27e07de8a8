package naive

import (
	"slices"
	"testing"
	"time"
)

// TestSolve solves the recorded boards.
func TestSolve(t *testing.T) {
	for _, b := range Boards {
		t.Run(b.Name, func(t *testing.T) {
			checkSolved(t, b)
			if longest := len(b.Counts) - 2; b.Counts[Draw] == 0 || longest < 15 {
				t.Errorf("%d draws, longest %d plies: not worth recording", b.Counts[Draw], longest)
			}
		})
	}
}

// TestSolveFullOneOne takes about a minute: only with the build tag
// "long".
func TestSolveFullOneOne(t *testing.T) {
	if !slow {
		t.Skip("go test -tags long runs it")
	}
	checkSolved(t, FullOneOne)
}

func checkSolved(t *testing.T, b Solved) {
	g := game(t, b.Text, b.Movers, b.Pushers)
	if testing.Short() && g.Permutations() > 50000 {
		t.Skip("large")
	}
	start := time.Now()
	values := SolveReachable(g)
	counts := Histogram(g, values)
	t.Logf("%d permutations, %d stored, longest %d plies, %.1f s\n%s", g.Permutations(), g.Stored(),
		len(counts)-2, time.Since(start).Seconds(), g.Board)
	if !slices.Equal(counts, b.Counts) {
		t.Errorf("counts %v, want %v", counts, b.Counts)
	}

	quiet := 0
	for _, pos := range g.StoredPositions() {
		if values[pos] == 2 && !g.WinsNow(pos) {
			quiet++
		}
	}
	if quiet != b.Quiet {
		t.Errorf("%d quiet wins, want %d", quiet, b.Quiet)
	}
	if g.Board.Symmetric() {
		for pos, value := range values {
			if values[Rotate(pos)] != value {
				t.Fatalf("%s has value %d, its twin %d", pos, value, values[Rotate(pos)])
			}
		}
	}
}

// TestValues checks that each value follows from those of the successors, on a
// board that takes no time, and that a started position gets one.
func TestValues(t *testing.T) {
	g := game(t, "...\n...\n..", 1, 1)
	values := Solve(g)
	for pos, value := range values {
		if again := g.ValueFromSuccessors(pos, values); again != value {
			t.Errorf("%s has value %d, its successors say %d", pos, value, again)
		}
	}
	if uint64(len(values)) != g.Permutations() {
		t.Errorf("%d values", len(values))
	}
	const started = "XOox...." // O pushes X over the left end
	if v := g.ValueFromSuccessors(started, values); g.State(started) != Started || v != 2 {
		t.Errorf("%s has value %d, want W1", started, v)
	}
}
