package solver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/teeko"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/keys"
)

func TestOpenFindsKeysOnce(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition(), teeko.Definition(), tupitu.Definition())
	spec, err := registry.Parse("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: filepath.Join(t.TempDir(), "new", "db")}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Open(stopped, registry, spec, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("Open, stopped: %v", err)
	}
	if _, err := os.Stat(filepath.Join(kv.ScratchPath(o.Dir), "keys", "state.json")); err != nil {
		t.Fatalf("the stopped discovery kept no positions: %v", err)
	}
	for _, text := range []string{"tictactoe:width=2", "teeko", "tupitu:height=2,width=2"} {
		other, err := registry.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(context.Background(), registry, other, o); !errors.Is(err, kv.ErrGameMismatch) {
			t.Fatalf("%s where the discovery of tictactoe has begun: %v", text, err)
		}
	}
	foreign := filepath.Join(t.TempDir(), "home")
	if err := errors.Join(os.Mkdir(foreign, 0o777), os.WriteFile(filepath.Join(foreign, "diary.txt"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), registry, spec, Options{Dir: foreign}); !errors.Is(err, kv.ErrForeign) {
		t.Errorf("a folder with a foreign file: %v", err)
	}
	if names, err := os.ReadDir(foreign); err != nil || len(names) != 1 {
		t.Errorf("the folder with a foreign file was changed to %v (%v)", names, err)
	}
	want, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, memory := range []uint64{0, 300 << 20} {
		o.Memory = memory
		g, err := Open(context.Background(), registry, spec, o)
		if err != nil {
			t.Fatal(err)
		}
		if g.Size() != want.Size() || len(g.Slices()) != len(want.Slices()) {
			t.Fatalf("%d positions, want %d", g.Size(), want.Size())
		}
		enginetest.Run(t, g, enginetest.Options{Samples: 200})
		if _, err := os.Stat(filepath.Join(kv.ScratchPath(o.Dir), "keys")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the lists of the discovery are still there: %v", err)
		}
	}
	g, err := Open(context.Background(), registry, spec, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(context.Background(), g, o); err != nil {
		t.Fatal(err)
	}

	other, err := registry.Parse("tictactoe:width=2", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), registry, other, o); !errors.Is(err, kv.ErrGameMismatch) {
		t.Errorf("another game: %v", err)
	}
	path := kv.KeysPath(o.Dir)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole[len(whole)/2] ^= 1
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), registry, spec, o); !errors.Is(err, kv.ErrCorrupt) {
		t.Errorf("damaged keys: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), registry, other, o); !errors.Is(err, kv.ErrGameMismatch) {
		t.Errorf("a table of another game: %v", err)
	}
	if _, err := Open(context.Background(), registry, spec, o); err != nil {
		t.Errorf("keys of a table, once more: %v", err)
	}
	if f, err := keys.Open(path); err != nil || f.Size() != want.Size() {
		t.Errorf("keys stored again: %v", err)
	}
}
