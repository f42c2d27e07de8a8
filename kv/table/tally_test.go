package table

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestWeightRuns counts with weights of runs and of single positions, in pieces of any size.
func TestWeightRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ width, run uint64 }{{1, 100}, {2, 100}, {1, 20_000}, {2, 20_000}} {
		width, positions := c.width, 50*c.run
		kind := map[uint64]engine.Kind{1: engine.Byte, 2: engine.Wide}[width]
		weight := func(i uint64) uint64 { return 1 + i/c.run%7 }
		run := func(i uint64) (uint64, uint64) {
			end := (i/c.run + 1) * c.run
			return weight(i), i + 1 + rng.Uint64N(end-i)
		}
		values := make([]byte, positions*width)
		for i := 0; i < len(values); i++ { // some alone, some in runs
			values[i] = byte(rng.IntN(3))
			for n := rng.IntN(40) - 20; n > 0 && i+1 < len(values); n-- {
				i++
				values[i] = values[i-1]
			}
		}
		single, runs := newTally(kind, each(weight)), newTally(kind, run)
		for first := uint64(0); first < positions; {
			n := min(1+rng.Uint64N(3*c.run), positions-first)
			single.add(values[first*width:(first+n)*width], first)
			runs.add(values[first*width:(first+n)*width], first)
			first += n
		}
		want, err := single.counts()
		if err != nil {
			t.Fatal(err)
		}
		got, err := runs.counts()
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d bytes a value, runs of %d: %v (%v), want %v", width, c.run, got, err, want)
		}
	}
}

// TestWeightRunsOverflow: too large a sum is an error, also in merged tallies.
func TestWeightRunsOverflow(t *testing.T) {
	run := func(i uint64) (uint64, uint64) { return 1 << 62, i + 1 }
	a, b := newTally(engine.Byte, run), newTally(engine.Byte, run)
	a.add([]byte{0, 1}, 0)
	b.add([]byte{0, 1}, 2)
	if _, err := a.counts(); err != nil {
		t.Fatal(err)
	}
	a.merge(b)
	if _, err := a.counts(); err == nil {
		t.Error("a sum of 2^64 is counted")
	}
}
