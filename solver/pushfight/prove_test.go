package pushfight

import (
	"context"
	"errors"
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// TestProveSmall compares values of up to five plies with those of the naive solver, on variants
// where a turn can win by leaving the opponent without one.
func TestProveSmall(t *testing.T) {
	for _, name := range []string{"step", "windmill"} {
		t.Run(name, func(t *testing.T) {
			b := enginetest.BoardNamed(name)
			v := variant(t, b.Text, b.Movers, b.Pushers)
			values := enginetest.Naive(v)
			rng := rand.New(rand.NewSource(1))
			seen := map[byte]int{}
			for range 3000 {
				p := v.AtPermutation(rng.Uint64() % v.Permutations())
				want := byTurns(v, p, values)
				if seen[want]++; seen[want] > 40 {
					continue
				}
				for _, plies := range []int{1, 4, 5} {
					checkProof(t, v, v.Text(p), plies, want)
				}
			}
			t.Log(seen)
			// Before the first turn.
			for range 20 {
				text := strings.Replace(v.Text(v.AtPermutation(rng.Uint64()%v.Permutations())), "Y", "X", 1)
				p, err := v.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				checkProof(t, v, text, 3, byTurns(v, p, values))
			}
		})
	}
}

// byTurns returns the value byte of a position computed from the values of its results, which are
// given by index.
func byTurns(v *rules.Variant, p engine.Position, values map[uint64]engine.Value) byte {
	win, loss, draw := byte(0), byte(1), false
	for _, r := range v.AppendResults(nil, p) {
		value := byte(1) // of a position that has lost a piece
		if i, ok := v.Index(r.To); ok {
			value = byte(values[i])
		}
		switch {
		case value == 0:
			draw = true
		case value%2 == 1 && (win == 0 || value+1 < win):
			win = value + 1
		case value%2 == 0:
			loss = max(loss, value+1)
		}
	}
	switch {
	case win > 0:
		return win
	case draw:
		return 0
	}
	return loss
}

// checkProof proves the value of a position, which is known.
func checkProof(t *testing.T, v *rules.Variant, text string, plies int, want byte) {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Prove(t.Context(), v, p, ProveOptions{Plies: plies})
	if err != nil {
		t.Fatal(err)
	}
	decided := want != 0 && int(want)-1 <= plies
	if got.Decided != decided || decided && got.Value != engine.Value(want) {
		t.Errorf("%s with %d plies: %+v, want %d", text, plies, got, want)
	}
}

// TestProveSamples proves published samples. The long tests prove the others of up to four plies.
func TestProveSamples(t *testing.T) {
	every := 10
	if testing.Short() {
		every = 25
	}
	proveSamples(t, every, 4)
}

// proveSamples takes every n-th published sample, n being every. It proves the samples of up to
// plies plies. Of the other samples it proves that they take more than three plies.
func proveSamples(t *testing.T, every, plies int) {
	v := full(t)
	for i, f := range enginetest.Figures(t, publishedData+"samples.tsv") {
		value, err := strconv.Atoi(f[0])
		if err != nil || len(f) != 2 {
			t.Fatalf("row %q", f)
		}
		if i%every != 0 {
			continue
		}
		if value > 0 && value-1 <= plies {
			checkProof(t, v, f[1], plies, byte(value))
			continue
		}
		checkProof(t, v, f[1], 2, byte(value))
		checkProof(t, v, f[1], 3, byte(value))
	}
}

// TestProveWorkers checks that the answer does not depend on the number of workers.
func TestProveWorkers(t *testing.T) {
	v := full(t)
	p, err := v.Parse("194131625612")
	if err != nil {
		t.Fatal(err)
	}
	var first Proof
	for _, workers := range []int{1, 2, 5} {
		got, err := Prove(t.Context(), v, p, ProveOptions{Plies: 4, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			first = got
		}
		if got.Value != first.Value || got.Decided != first.Decided {
			t.Errorf("%d workers: %+v, want %+v", workers, got, first)
		}
	}
}

func TestProveStops(t *testing.T) {
	v := full(t)
	p, err := v.Parse("Ox..xO...X.Y...oO.X...o...") // W49
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	_, err = Prove(ctx, v, p, ProveOptions{Plies: 9, Progress: func(g ProveProgress) {
		if reports++; g.Plies == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || reports == 0 {
		t.Errorf("%v after %d reports", err, reports)
	}
	for _, plies := range []int{-1, 255} {
		if _, err := Prove(t.Context(), v, p, ProveOptions{Plies: plies}); !engine.IsInput(err) {
			t.Errorf("%d plies: %v", plies, err)
		}
	}
}
