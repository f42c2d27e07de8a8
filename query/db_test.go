package query_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/query"
)

func TestOpenRefuses(t *testing.T) {
	g := enginetest.RandomGame(1, enginetest.RandomOptions{Positions: 50})
	registry := registryOf(g)
	other := enginetest.RandomGame(2, enginetest.RandomOptions{Positions: 60})
	good := t.TempDir()
	write(t, good, g, 0, func(uint64) engine.Value { return 0 })
	content, err := os.ReadFile(kv.TablePath(good))
	if err != nil {
		t.Fatal(err)
	}
	spec := g.Spec().String()

	tests := []struct {
		name     string
		prepare  func(dir string) error
		registry *games.Registry
		want     error
		says     string
	}{
		{"missing folder", os.Remove, registry, kv.ErrNotFound, "foregone solve GAME --db "},
		{"empty folder", func(string) error { return nil }, registry, kv.ErrNotFound, "foregone solve GAME --db "},
		{"unfinished", func(dir string) error {
			return kv.WriteStatus(dir, map[string]string{"game": spec})
		}, registry, query.ErrUnsolved, "foregone solve " + spec + " --db "},
		{"unfinished, of a game that is not known", func(dir string) error {
			return kv.WriteStatus(dir, map[string]string{"game": "go:size=19"})
		}, registry, query.ErrUnsolved, "foregone solve GAME --db "},
		{"unfinished, without status", func(dir string) error {
			return os.Mkdir(kv.StorePath(dir), 0o777)
		}, registry, query.ErrUnsolved, "foregone solve GAME --db "},
		{"damaged status", func(dir string) error {
			return os.WriteFile(kv.StatusPath(dir), []byte("{"), 0o666)
		}, registry, kv.ErrCorrupt, "status.json"},
		{"cut short", func(dir string) error {
			return os.WriteFile(kv.TablePath(dir), content[:len(content)-1], 0o666)
		}, registry, kv.ErrCorrupt, kv.TablePath("")},
		{"not a table", func(dir string) error {
			return os.WriteFile(kv.TablePath(dir), bytes.Repeat([]byte("no table "), 100), 0o666)
		}, registry, kv.ErrCorrupt, kv.TablePath("")},
		{"unknown game", func(dir string) error {
			return os.WriteFile(kv.TablePath(dir), content, 0o666)
		}, games.NewRegistry(), kv.ErrGameMismatch, "unknown game"},
		{"another variant", func(dir string) error {
			return os.WriteFile(kv.TablePath(dir), content, 0o666)
		}, registryOf(bigger{g, 51}), kv.ErrGameMismatch, "51 positions"},
		{"another kind", func(dir string) error {
			return os.WriteFile(kv.TablePath(dir), content, 0o666)
		}, registryOf(kinder{g}), kv.ErrGameMismatch, "byte"},
		{"a variant that cannot be made", func(dir string) error {
			write(t, dir, other, 0, func(uint64) engine.Value { return 0 })
			return nil
		}, games.NewRegistry(engine.Definition{Name: "random"}), kv.ErrGameMismatch, "random"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "db")
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := test.prepare(dir); err != nil {
				t.Fatal(err)
			}
			db, err := query.Open(dir, test.registry, query.Options{})
			if err == nil {
				db.Close()
			}
			if !errors.Is(err, test.want) || engine.IsInput(err) || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), dir) {
				t.Errorf("got %v, want %v that says %q and names %s", err, test.want, test.says, dir)
			}
		})
	}
}

type bigger struct {
	engine.Game
	size uint64
}

func (g bigger) Size() uint64 { return g.size }

type kinder struct{ engine.Game }

func (kinder) Kind() engine.Kind { return engine.Wide }

func TestOpenReadOnlyFolder(t *testing.T) {
	g := enginetest.RandomGame(1, enginetest.RandomOptions{Positions: 50})
	dir := t.TempDir()
	write(t, dir, g, 0, func(uint64) engine.Value { return 0 })
	if err := os.Chmod(kv.TablePath(dir), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o777)
	db := open(t, dir, registryOf(g))
	if _, err := db.At(0); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v), want the table alone", entries, err)
	}
}

func TestDamagedBlock(t *testing.T) {
	g := enginetest.RandomGame(1, enginetest.Eventful(engine.Byte, 300, 1))
	values := enginetest.Naive(g)
	dir := t.TempDir()
	write(t, dir, g, 0, func(i uint64) engine.Value { return values[i] })
	content, err := os.ReadFile(kv.TablePath(dir))
	if err != nil {
		t.Fatal(err)
	}
	const headerEnd = `"compression":"zstd"}`
	block := bytes.Index(content, []byte(headerEnd)) + len(headerEnd)
	content[block+20] ^= 4
	if err := os.WriteFile(kv.TablePath(dir), content, 0o666); err != nil {
		t.Fatal(err)
	}
	db := open(t, dir, registryOf(g))
	p := g.At(0)
	if _, err := db.Value(p); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("Value: %v", err)
	}
	if _, err := db.Moves(t.Context(), p, true); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("Moves: %v", err)
	}
	if _, err := db.Line(t.Context(), p); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("Line: %v", err)
	}
	win, err := db.ParseVerdict("W1")
	if err != nil {
		t.Fatal(err)
	}
	for a, err := range db.Sample(t.Context(), win, 3, 1) {
		if !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("Sample: #%d, %v", a.Index, err)
		}
	}
	for e, err := range db.Values(t.Context(), 0) {
		if !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("Values: %v, %v", e, err)
		}
	}
	if _, err := db.DiffWith(t.Context(), db, 3, nil); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("DiffWith: %v", err)
	}
}

func TestLineOfAWrongTable(t *testing.T) {
	g := startedGame()
	registry := g.registry("started")
	dir := t.TempDir()
	write(t, dir, g, 0, func(i uint64) engine.Value { return []engine.Value{1, 2, 3, 6, 0}[i] }) // W2 should be 4
	db := open(t, dir, registry)
	if _, err := db.Line(t.Context(), "W2"); !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), "W3") {
		t.Errorf("got %v, want that the table contradicts itself", err)
	}
}

func TestConcurrentReaders(t *testing.T) {
	g := enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 300, 2))
	db, values := solved(t, g, registryOf(g), 0)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range g.Size() {
				a, err := db.At(i)
				if err != nil || a.Verdict.Value != values[i] {
					t.Errorf("#%d is %v, %v", i, a.Verdict, err)
				}
				if _, err := db.Moves(t.Context(), g.At(i), i%20 == 0); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestDiff(t *testing.T) {
	g := enginetest.RandomGame(7, enginetest.Eventful(engine.Byte, 300, 2))
	registry := registryOf(g)
	full, values := solved(t, g, registry, 0)
	partial, _ := solved(t, g, registry, 2)
	same, err := full.DiffWith(t.Context(), full, 3, nil)
	if err != nil || same.Different != 0 || same.First != nil {
		t.Errorf("a database differs from itself: %+v, %v", same, err)
	}
	want := uint64(0)
	for _, v := range values {
		if plies, decided := g.Kind().Plies(v); !decided || plies > 2 {
			want++
		}
	}
	for _, pair := range [][2]*query.DB{{full, partial}, {partial, full}} {
		reported := uint64(0)
		d, err := pair[0].DiffWith(t.Context(), pair[1], 3, func(done, total uint64) { reported = done })
		if err != nil {
			t.Fatal(err)
		}
		if d.Different != want || d.OnlyFirst+d.OnlySecond != want || (d.OnlyFirst == want) != (pair[0] == full) || len(d.First) != 3 || reported != 300 {
			t.Errorf("got %+v, want %d differences", d, want)
		}
	}
	other := startedGame()
	foreign, _ := solved(t, other, other.registry("started"), 0)
	if _, err := full.DiffWith(t.Context(), foreign, 3, nil); !errors.Is(err, kv.ErrGameMismatch) {
		t.Errorf("comparing two games: %v", err)
	}
}
