package query_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
)

// sampled returns a database in which one in ten positions is a draw, one in a
// thousand W1, exactly 3 W2, and all others L0.
func sampled(t testing.TB) *query.DB {
	g := &bigGame{size: 400_000}
	g.kind, g.weight = engine.Byte, 1
	r := games.NewRegistry(engine.Definition{Name: "big", New: func(engine.Spec) (engine.Game, error) { return g, nil }})
	g.spec, _ = r.Parse("big", nil)
	dir := t.TempDir()
	write(t, dir, g, 0, func(i uint64) engine.Value {
		switch {
		case i == 1000 || i == 1001 || i == 399_999:
			return 4
		case i%1000 == 7:
			return 2
		case i%10 == 3:
			return 0
		}
		return 1
	})
	return open(t, dir, r)
}

func indices(t testing.TB, db *query.DB, value string, n int, seed int64) []uint64 {
	t.Helper()
	v, err := db.ParseVerdict(value)
	if err != nil {
		t.Fatal(err)
	}
	var list []uint64
	for a, err := range db.Sample(t.Context(), v, n, seed) {
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != v {
			t.Fatalf("#%d is %v, want %s", a.Index, a.Verdict, value)
		}
		list = append(list, a.Index)
	}
	return list
}

func TestSample(t *testing.T) {
	db := sampled(t)
	for _, value := range []string{"T", "W1", "L0"} { // T is found by trying, W1 by reading through
		a, b, c := indices(t, db, value, 8, 1), indices(t, db, value, 8, 1), indices(t, db, value, 8, 2)
		if len(a) != 8 || !slices.IsSorted(a) || len(slices.Compact(slices.Clone(a))) != 8 {
			t.Errorf("%s: got %v, want 8 different positions, ascending", value, a)
		}
		if !slices.Equal(a, b) || slices.Equal(a, c) {
			t.Errorf("%s: samples %v and %v of one seed, %v of another", value, a, b, c)
		}
	}
	if got := indices(t, db, "W2", 10, 1); !slices.Equal(got, []uint64{1000, 1001, 399_999}) {
		t.Errorf("all W2 are %v", got)
	}
	if got := indices(t, db, "W3", 10, 1); got != nil {
		t.Errorf("W3 does not occur, but got %v", got)
	}
	if got := indices(t, db, "T", 0, 1); got != nil {
		t.Errorf("asked for none, got %v", got)
	}
}

// TestSampleIsUniform counts the samples in each quarter of the table.
func TestSampleIsUniform(t *testing.T) {
	db := sampled(t)
	for _, value := range []string{"T", "W1"} {
		var quarters [4]int
		total := 0
		for seed := range int64(40) {
			for _, i := range indices(t, db, value, 9, seed) {
				quarters[i/100_000]++
				total++
			}
		}
		for q, n := range quarters {
			if n < total/4-total/8 || n > total/4+total/8 {
				t.Errorf("%s: %d of %d positions lie in quarter %d", value, n, total, q)
			}
		}
	}
}

func TestSampleStops(t *testing.T) {
	db := sampled(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, value := range []string{"T", "W1"} {
		v, err := db.ParseVerdict(value)
		if err != nil {
			t.Fatal(err)
		}
		for a, err := range db.Sample(ctx, v, 5, 1) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got #%d and %v", value, a.Index, err)
			}
		}
	}
}

// TestValues iterates over values from the middle on, and leaves early.
func TestValues(t *testing.T) {
	db := sampled(t)
	next := uint64(1000)
	for e, err := range db.Values(t.Context(), next) {
		if err != nil {
			t.Fatal(err)
		}
		a, err := db.At(next)
		if e.Index != next || err != nil || e.Verdict != a.Verdict {
			t.Fatalf("got %v, want #%d, %v, %v", e, next, a.Verdict, err)
		}
		if next++; next == 3000 {
			break
		}
	}
	n := 0
	for range db.Values(t.Context(), 399_990) {
		n++
	}
	for e, err := range db.Values(t.Context(), 400_000) {
		t.Errorf("got %v, %v beyond the end", e, err)
	}
	if next != 3000 || n != 10 {
		t.Errorf("it came to %d, and gave the last %d", next, n)
	}
}

func BenchmarkValues(b *testing.B) {
	db := sampled(b)
	n := 0
	for b.Loop() {
		for range db.Values(b.Context(), 0) {
			n++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/value")
}

func TestParseVerdict(t *testing.T) {
	g := startedGame()
	full, _ := solved(t, g, g.registry("started"), 0)
	partial, _ := solved(t, g, g.registry("started"), 2)
	tests := []struct {
		db   *query.DB
		text string
		ok   bool
	}{
		{full, "T", true}, {full, "W2", true}, {full, "unknown", false}, {full, "W0", false}, {full, "", false},
		{partial, "T", false}, {partial, "unknown", true}, {partial, "W1", true}, {partial, "w1", false},
	}
	for _, test := range tests {
		v, err := test.db.ParseVerdict(test.text)
		if (err == nil) != test.ok || err != nil && !engine.IsInput(err) || err == nil && v.String() != test.text {
			t.Errorf("%q: got %v, %v", test.text, v, err)
		}
	}
	if got := indices(t, partial, "unknown", 10, 1); !slices.Equal(got, []uint64{3, 4}) {
		t.Errorf("unknown positions are %v", got)
	}
}
