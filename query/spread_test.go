package query_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/spread"
)

// sections is a number of positions that takes several sections.
const sections = 3_500_000

// spreadGame returns the folder of a database: one in three positions is a draw, one in 5,003 W1, one
// in 800,000 W2, and all others L0.
func spreadGame(t *testing.T, size uint64) (dir string, r *games.Registry) {
	g := &bigGame{size: size}
	g.kind, g.weight = engine.Byte, 1
	r = games.NewRegistry(engine.Definition{Name: "big", New: func(engine.Spec) (engine.Game, error) { return g, nil }})
	g.spec, _ = r.Parse("big", nil)
	dir = t.TempDir()
	write(t, dir, g, 0, func(i uint64) engine.Value {
		switch {
		case i%800_000 == 77:
			return 4
		case i%5003 == 7:
			return 2
		case i%3 == 1:
			return 0
		}
		return 1
	})
	return dir, r
}

// TestSampleBySections: with a spread, Sample reads only the sections of rare values.
func TestSampleBySections(t *testing.T) {
	dir, r := spreadGame(t, sections)
	plain := open(t, dir, r)
	all := map[string][]uint64{}
	for _, value := range []string{"W1", "W2"} {
		all[value] = indices(t, plain, value, 1000, 1)
	}
	where, err := spread.Of(t.Context(), plain.Table(), 2, nil)
	if err == nil {
		err = where.Write(kv.SpreadPath(dir), plain.Table())
	}
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, dir, r)
	if len(all["W1"]) != 700 || len(all["W2"]) != 5 {
		t.Fatalf("there are %d W1 and %d W2", len(all["W1"]), len(all["W2"]))
	}
	for value, want := range all {
		if got := indices(t, db, value, 1000, 1); !slices.Equal(got, want) {
			t.Errorf("all %s are %v, want %v", value, got, want)
		}
		var quarters [4]int
		for seed := range int64(20) {
			list := indices(t, db, value, 3, seed)
			if len(slices.Compact(slices.Clone(list))) != 3 || !slices.IsSorted(list) {
				t.Fatalf("%s: got %v, want 3 different positions, ascending", value, list)
			}
			for _, i := range list {
				if !slices.Contains(want, i) {
					t.Fatalf("%s: #%d is none of these", value, i)
				}
				quarters[slices.Index(want, i)*4/len(want)]++
			}
		}
		for q, n := range quarters {
			if n < 60/5/2 || n > 60/2 {
				t.Errorf("%s: %d of 60 positions lie in part %d", value, n, q)
			}
		}
	}
	if got := indices(t, db, "T", 9, 1); len(got) != 9 {
		t.Errorf("got %d draws, want 9", len(got))
	}
}

// TestSpreadDamaged: a damaged spread is an error; that of another table is ignored.
func TestSpreadDamaged(t *testing.T) {
	dir, r := spreadGame(t, sections)
	if err := os.WriteFile(kv.SpreadPath(dir), []byte("FGSPREAD and more, which is too much"), 0o666); err != nil {
		t.Fatal(err)
	}
	db := open(t, dir, r)
	v, err := db.ParseVerdict("W2")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range db.Sample(t.Context(), v, 2, 1) {
		if !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("got %v, want %v", err, kv.ErrCorrupt)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range db.Sample(ctx, v, 2, 1) {
		if err == nil {
			t.Error("no error once the context is done")
		}
	}
}
