package query_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/query"
)

// minimizedFile writes a file and returns its path.
func minimizedFile(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "minimized.bin")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestImportIsIdentity exports a table to a minimized file, imports that, and exports it again.
func TestImportIsIdentity(t *testing.T) {
	variant, pushFights := pushFight(t, "pushfight:movers=1,pushers=1", "......\n......\n")
	for name, g := range map[string]engine.Game{
		"push fight": variant,
		"slices":     enginetest.RandomGame(4, enginetest.Eventful(engine.Byte, 3000, 4)),
		"one slice":  enginetest.RandomGame(5, enginetest.Eventful(engine.Byte, 500, 1)),
	} {
		t.Run(name, func(t *testing.T) {
			registry := registryOf(g)
			if g == engine.Game(variant) {
				registry = pushFights
			}
			db, _ := solved(t, g, registry, 0)
			values := exported(t, db, query.Minimized, 0, 0)
			original, err := os.ReadFile(kv.TablePath(db.Dir()))
			if err != nil {
				t.Fatal(err)
			}
			for workers, content := range map[int][]byte{1: values, 3: compress(t, values, 100)} {
				dir := filepath.Join(t.TempDir(), "new", "db")
				var done uint64
				summary, err := query.Import(t.Context(), g, minimizedFile(t, content), dir, query.ImportOptions{Workers: workers, Progress: func(n, _ uint64) { done = n }})
				if err != nil || summary.SHA256 != db.Table().Summary().SHA256 || done != g.Size() {
					t.Fatalf("%+v, %v, %d done", summary, err, done)
				}
				made, err := os.ReadFile(kv.TablePath(dir))
				if err != nil || !bytes.Equal(made, original) {
					t.Errorf("the table is another one (%v)", err)
				}
				again := open(t, dir, registry)
				if got := exported(t, again, query.Minimized, 0, 0); !bytes.Equal(got, values) {
					t.Error("what comes out is not what went in")
				}
			}
		})
	}
}

func TestImportRefuses(t *testing.T) {
	g := enginetest.RandomGame(4, enginetest.Eventful(engine.Byte, 400, 2))
	wide := enginetest.RandomGame(1, enginetest.Eventful(engine.Wide, 400, 1))
	db, _ := solved(t, g, registryOf(g), 0)
	values := exported(t, db, query.Minimized, 0, 0)
	edit := func(at int, v byte) []byte {
		b := bytes.Clone(values)
		b[at] = v
		return b
	}
	sampled := int(sampledIndex(t, g, values))
	for name, test := range map[string]struct {
		game    engine.Game
		content []byte
		want    error // nil: an input error
		says    string
	}{
		"too short":        {g, values[:399], nil, "holds 399 values, but"},
		"too long":         {g, append(bytes.Clone(values), 0), nil, "holds 401 values, but"},
		"empty":            {g, nil, nil, "holds 0 values"},
		"two bytes":        {wide, values, nil, "two bytes"},
		"zeros":            {g, make([]byte, 400), kv.ErrCorrupt, "its successors contradict"},
		"one wrong value":  {g, edit(sampled, values[sampled]^1), kv.ErrCorrupt, "contradict"},
		"an absurd value":  {g, edit(sampled, 255), kv.ErrCorrupt, "contradict"},
		"xz, cut short":    {g, compress(t, values, 50)[:200], kv.ErrCorrupt, "cut short"},
		"xz of other size": {g, compress(t, values[:200], 50), nil, "holds 200 values"},
	} {
		dir := filepath.Join(t.TempDir(), "db")
		path := minimizedFile(t, test.content)
		_, err := query.Import(t.Context(), test.game, path, dir, query.ImportOptions{})
		if test.want == nil && !engine.IsInput(err) || test.want != nil && !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: something was left behind", name)
		}
	}
	if _, err := query.Import(t.Context(), g, filepath.Join(t.TempDir(), "missing"), t.TempDir(), query.ImportOptions{}); !errors.Is(err, kv.ErrNotFound) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := query.Import(ctx, g, minimizedFile(t, values), dir, query.ImportOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("cancelled, it leaves %v, %v", entries, err)
	}
}

// sampledIndex returns the first index at which Import detects a wrong value.
func sampledIndex(t testing.TB, g engine.Game, values []byte) uint64 {
	for i := range values {
		b := bytes.Clone(values)
		b[i] ^= 1
		if _, err := query.Import(t.Context(), g, minimizedFile(t, b), t.TempDir(), query.ImportOptions{}); err != nil {
			return uint64(i)
		}
	}
	t.Fatal("nothing is noticed")
	return 0
}

// TestImportGap imports values in which a remoteness occurs without the next smaller one.
func TestImportGap(t *testing.T) {
	g := &bigGame{size: 2_000_000}
	g.kind, g.weight = engine.Byte, 1
	r := games.NewRegistry(engine.Definition{Name: "big", New: func(engine.Spec) (engine.Game, error) { return g, nil }})
	g.spec, _ = r.Parse("big", nil)
	values := bytes.Repeat([]byte{1}, 2_000_000)
	values[1_234_567] = 9
	dir := t.TempDir()
	_, err := query.Import(t.Context(), g, minimizedFile(t, values), dir, query.ImportOptions{})
	if !errors.Is(err, kv.ErrCorrupt) || !strings.Contains(err.Error(), "the value L4 occurs (1 times), but W4 does not") {
		t.Errorf("got %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("it leaves %v, %v", entries, err)
	}
}
