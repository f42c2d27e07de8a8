package solver

import (
	"bytes"
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/baghchal"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// TestDerived: a table without the layers that follow from others has all values, one by one and in runs, passes its
// checks, and finds damage.
func TestDerived(t *testing.T) {
	registry := games.NewRegistry(baghchal.Definition(), connectfour.Definition())
	for spec, share := range map[string]float64{"baghchal:goats=4,size=4": 0.9, "baghchal:captures=1,goats=3,size=4,stuck=draw": 0.9, "connect-four:height=4,width=4": 0.7} {
		t.Run(spec, func(t *testing.T) {
			g := enginetest.OpenIn(t, registry, spec)
			s, err := Solve(t.Context(), g, Options{Dir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			whole := openTable(t, g, s.Table)
			path := filepath.Join(t.TempDir(), "part")
			summary, err := table.Reorder(t.Context(), whole, g, path, table.ReorderOptions{Derive: true, Block: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if summary.SHA256 != s.SHA256 {
				t.Errorf("digest %s, want %s", summary.SHA256, s.SHA256)
			}
			part := openTable(t, g, path)
			want := readAll(t, whole)
			got := readAll(t, part)
			if !bytes.Equal(got, want) {
				t.Fatal("a run has other values")
			}
			left := uint64(0)
			for i := range want {
				if part.Derives(uint64(i)) {
					left++
				}
				if i%7 > 0 {
					continue
				}
				if v, err := part.Get(uint64(i)); err != nil || byte(v) != want[i] {
					t.Fatalf("the value of index %d is %d (%v), want %d", i, v, err, want[i])
				}
			}
			stored := 1 - float64(left)/float64(g.Size())
			t.Logf("%.2f of the positions and %.2f of the bytes are stored", stored, float64(size(t, path))/float64(size(t, s.Table)))
			if stored > share {
				t.Errorf("%.2f of the positions are stored, want at most %.2f", stored, share)
			}
			if err := part.Check(t.Context(), nil); err != nil {
				t.Error(err)
			}
			if r := verified(t, g, part, VerifyOptions{}); r.Failed > 0 || r.Checked != g.Size() {
				t.Errorf("%+v", r)
			}
			if r := verified(t, g, part, VerifyOptions{Sample: 1000}); r.Failed > 0 || r.Checked != 1000 {
				t.Errorf("%+v", r)
			}
			if _, err := table.Reorder(t.Context(), part, g, path+"2", table.ReorderOptions{}); !engine.IsInput(err) {
				t.Errorf("the part is written again: %v", err)
			}

			// Without its game a table has no values for these.
			alone, err := table.Open(path, table.ReaderOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer alone.Close()
			if err := alone.ReadValues(make([]byte, len(want)), 0); !engine.IsInput(err) {
				t.Errorf("values without the game: %v", err)
			}
			if err := alone.Check(t.Context(), nil); err != nil {
				t.Error(err)
			}
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			content[len(content)/2] ^= 4
			if err := os.WriteFile(path+"3", content, 0o666); err != nil {
				t.Fatal(err)
			}
			if damaged, err := table.Open(path+"3", table.ReaderOptions{}); err == nil {
				if err = damaged.Check(t.Context(), nil); !errors.Is(err, kv.ErrCorrupt) {
					t.Errorf("damage: %v", err)
				}
				damaged.Close()
			} else if !errors.Is(err, kv.ErrCorrupt) {
				t.Error(err)
			}
		})
	}
}

// TestNotDerived: games without such layers are refused.
func TestNotDerived(t *testing.T) {
	for _, spec := range []string{"pushfight:movers=0,pushers=2", "awari:stones=5"} {
		g := open(t, spec, "")
		s, err := Solve(t.Context(), g, Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "part")
		if _, err := table.Reorder(t.Context(), openTable(t, g, s.Table), g, path, table.ReorderOptions{Derive: true}); !engine.IsInput(err) {
			t.Errorf("%s: %v", spec, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: there is a file", spec)
		}
	}
}

func openTable(t *testing.T, g engine.Game, path string) *table.Reader {
	t.Helper()
	r, err := table.Open(path, table.ReaderOptions{})
	if err == nil {
		err = r.UseGame(g)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func readAll(t *testing.T, r *table.Reader) []byte {
	t.Helper()
	values := make([]byte, r.Header().Positions)
	if err := r.ReadValues(values, 0); err != nil {
		t.Fatal(err)
	}
	return values
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// BenchmarkDerived looks up random values that a table has, and others that it leaves out. The cache holds a few blocks.
func BenchmarkDerived(b *testing.B) {
	registry := games.NewRegistry(connectfour.Definition())
	spec, err := registry.Parse("connect-four:height=4,width=5", nil)
	if err != nil {
		b.Fatal(err)
	}
	game, err := registry.Open(spec)
	if err != nil {
		b.Fatal(err)
	}
	s, err := Solve(b.Context(), game, Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	whole, err := table.Open(s.Table, table.ReaderOptions{})
	if err != nil {
		b.Fatal(err)
	}
	defer whole.Close()
	path := filepath.Join(b.TempDir(), "part")
	if _, err := table.Reorder(b.Context(), whole, game, path, table.ReorderOptions{Derive: true}); err != nil {
		b.Fatal(err)
	}
	part, err := table.Open(path, table.ReaderOptions{Cache: 1 << 17})
	if err != nil {
		b.Fatal(err)
	}
	defer part.Close()
	if err := part.UseGame(game); err != nil {
		b.Fatal(err)
	}
	for _, left := range []bool{false, true} {
		b.Run(map[bool]string{false: "stored", true: "left-out"}[left], func(b *testing.B) {
			rng := rand.New(rand.NewSource(1))
			for b.Loop() {
				i := uint64(rng.Int63n(int64(game.Size())))
				for part.Derives(i) != left {
					i = uint64(rng.Int63n(int64(game.Size())))
				}
				if _, err := part.Get(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
