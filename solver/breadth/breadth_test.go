package breadth_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/puzzles/pancake"
	"github.com/foregone-db/foregone/engine/puzzles/sliding"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/bitmaps"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/breadth"
)

func board(t testing.TB, spec string) engine.Game {
	t.Helper()
	return enginetest.Open(t, sliding.Definition(), spec)
}

// ordinary solves a game with a byte a position.
func ordinary(t *testing.T, g engine.Game) (counts []uint64, at func(i uint64) int) {
	t.Helper()
	dir := t.TempDir()
	if _, err := solver.Solve(t.Context(), g, solver.Options{Dir: dir, Memory: 1 << 30, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	values := valuesOf(t, dir)
	for _, v := range values {
		for int(v) > len(counts) {
			counts = append(counts, 0)
		}
		counts[v-1]++
	}
	return counts, func(i uint64) int { return int(values[i]) - 1 }
}

// TestEqual compares solves in bitmaps, interrupted and whole, with ordinary tables.
func TestEqual(t *testing.T) {
	specs := []string{"sliding:height=2", "sliding:height=2,width=4", "sliding:blank=centre"}
	if enginetest.Long {
		specs = append(specs, "sliding:blank=edge", "sliding:height=2,width=5", "sliding:height=5,width=2")
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			g, dir := board(t, spec), t.TempDir()
			want, at := ordinary(t, g)
			for stop := 3; ; stop *= 2 { // again and again, a little further
				ctx, cancel := context.WithCancel(t.Context())
				counts, err := breadth.Solve(ctx, g, breadth.Options{Dir: dir, Memory: 1 << 30, Workers: 2, Progress: func(distance int, _ uint64) {
					if distance >= stop {
						cancel()
					}
				}})
				cancel()
				if err == nil {
					if fmt.Sprint(counts) != fmt.Sprint(want) {
						t.Fatalf("positions by distance: %d, want %d", counts, want)
					}
					break
				} else if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				if _, err := bitmaps.Open(dir, g); err == nil {
					t.Error("an unfinished solve opens")
				}
			}
			whole := t.TempDir()
			if _, err := breadth.Solve(t.Context(), g, breadth.Options{Dir: whole, Workers: 1}); err != nil {
				t.Fatal(err)
			}
			if a, b := contents(t, dir), contents(t, whole); !maps.Equal(a, b) {
				t.Error("an interrupted solve leaves other files than a whole one")
			}
			r, err := bitmaps.Open(dir, g)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			for i := uint64(0); ; i++ {
				if at(i) == len(want)-1 {
					if h := r.Hardest(); h == nil || *h != i {
						t.Errorf("the first of the hardest positions is %v, want #%d", h, i)
					}
					break
				}
			}
			for i := uint64(0); i < g.Size(); i += 1 + g.Size()/1500 {
				if moves, solvable, err := r.Moves(i); err != nil || !solvable || moves != at(i) {
					t.Fatalf("position #%d takes %d moves, %v, %v, want %d", i, moves, solvable, err, at(i))
				}
			}
		})
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range list {
		if e.Name() == kv.LockName {
			continue // it is empty
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// TestDamage: a file that is damaged is refused by name, by a run that goes on and by a reader.
func TestDamage(t *testing.T) {
	g, dir := board(t, "sliding:height=2"), t.TempDir()
	if _, err := breadth.Solve(t.Context(), g, breadth.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if _, err := bitmaps.Open(dir, board(t, "sliding:height=3,width=2")); !errors.Is(err, kv.ErrGameMismatch) {
		t.Errorf("another game: %v", err)
	}
	for _, name := range slices.Sorted(maps.Keys(contents(t, dir))) {
		path := filepath.Join(dir, name)
		text, _ := os.ReadFile(path)
		damaged := slices.Clone(text)
		damaged[len(damaged)/2] ^= 1
		os.WriteFile(path, damaged, 0o666)
		if r, err := bitmaps.Open(dir, g); err == nil {
			if err := r.Check(t.Context(), nil); !errors.Is(err, kv.ErrCorrupt) && name != "breadth.json" {
				t.Errorf("a damaged %s: %v", name, err)
			}
			r.Close()
		}
		if name != "breadth.json" {
			os.WriteFile(path, text[1:], 0o666)
			if _, err := bitmaps.Open(dir, g); !errors.Is(err, kv.ErrCorrupt) {
				t.Errorf("a short %s: %v", name, err)
			}
		}
		os.WriteFile(path, text, 0o666)
	}
}

// TestForeignNames: breadth.json names files of its folder alone, each by its kind and block.
func TestForeignNames(t *testing.T) {
	g, dir := board(t, "sliding:height=2"), t.TempDir()
	if _, err := breadth.Solve(t.Context(), g, breadth.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	path := kv.BitmapsPath(dir)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"result-0-../../x", "other-0-10", "", "result-1-10/."} {
		changed := regexp.MustCompile(`"name":"result-0-\d+"`).ReplaceAllLiteralString(string(text), `"name":"`+name+`"`)
		if changed == string(text) {
			t.Fatal("no name is replaced")
		}
		if err := os.WriteFile(path, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := bitmaps.Open(dir, g); !errors.Is(err, kv.ErrCorrupt) {
			t.Errorf("a file named %q: %v", name, err)
		}
	}
}

func TestRefused(t *testing.T) {
	_, err := breadth.Solve(t.Context(), enginetest.Open(t, pancake.Definition(), "pancake:n=4"), breadth.Options{Dir: t.TempDir()})
	if !engine.IsInput(err) {
		t.Errorf("a game without spreads: %v", err)
	}
	if _, err := breadth.Solve(t.Context(), board(t, "sliding"), breadth.Options{Dir: t.TempDir(), Memory: 1 << 20}); !engine.IsInput(err) {
		t.Errorf("1 MiB: %v", err)
	}
}

// TestLocked: two runs do not share a folder.
func TestLocked(t *testing.T) {
	g, dir := board(t, "sliding:height=2"), t.TempDir()
	lock, err := solver.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := breadth.Solve(t.Context(), g, breadth.Options{Dir: dir}); !errors.Is(err, kv.ErrLocked) {
		t.Errorf("in a locked folder: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second finds the bitmaps of the first
		if _, err := breadth.Solve(t.Context(), g, breadth.Options{Dir: dir}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPlan: 7×2 squares fit the bounds of a table of 6 GB, 30 GB of disk and 8 GiB of memory.
func TestPlan(t *testing.T) {
	p, ok := breadth.PlanFor(board(t, "sliding:height=2,width=7"), 8<<30, 4)
	if !ok || p.Positions != 43_589_145_600 || p.Result > 6e9 || p.Disk > 30e9 || p.Workers < 2 || uint64(p.Workers)*p.Memory > 8<<30 {
		t.Errorf("%+v, %v", p, ok)
	}
}
