package table

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWeightRuns counts with weights of runs and of single positions, in pieces of any size.
func TestWeightRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, width := range []uint64{1, 2} {
		each := func(i uint64) uint64 { return 1 + i/100%7 }
		run := func(i uint64) (uint64, uint64) {
			end := (i/100 + 1) * 100
			return each(i), i + 1 + rng.Uint64N(end-i)
		}
		values := make([]byte, 5000*width)
		for i := range values {
			values[i] = byte(rng.IntN(3))
		}
		single, runs := newTally(width, weights{each: each}), newTally(width, weights{run: run})
		for first := uint64(0); first < 5000; {
			n := min(1+rng.Uint64N(300), 5000-first)
			single.add(values[first*width:(first+n)*width], first)
			runs.add(values[first*width:(first+n)*width], first)
			first += n
		}
		want, err := single.counts(1)
		if err != nil {
			t.Fatal(err)
		}
		got, err := runs.counts(1)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d bytes a value: %v (%v), want %v", width, got, err, want)
		}
	}
}

// TestWeightRunsOverflow: too large a sum is an error, also of tallies that are merged.
func TestWeightRunsOverflow(t *testing.T) {
	run := func(i uint64) (uint64, uint64) { return 1 << 62, i + 1 }
	a, b := newTally(1, weights{run: run}), newTally(1, weights{run: run})
	a.add([]byte{0, 1}, 0)
	b.add([]byte{0, 1}, 2)
	if _, err := a.counts(1); err != nil {
		t.Fatal(err)
	}
	a.merge(b)
	if _, err := a.counts(1); err == nil {
		t.Error("a sum of 2^64 is counted")
	}
}
