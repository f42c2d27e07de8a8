package slabs_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

func game(t testing.TB, board string, movers, pushers int) engine.Game {
	t.Helper()
	spec := fmt.Sprintf("pushfight:movers=%d,pushers=%d", movers, pushers)
	if board != "" {
		spec += ",board=file"
	}
	r := games.NewRegistry(pushfight.Definition())
	s, err := r.Parse(spec, func(string) ([]byte, error) { return []byte(board), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func digest(t testing.TB, g engine.Game, o slabs.Options) (string, []slabs.Counts) {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Workers == 0 {
		o.Workers = 2
	}
	h := sha256.New()
	n := uint64(0)
	if o.Reporter == nil {
		o.Reporter = &reporter{}
	}
	found, err := slabs.Solve(context.Background(), g.Parts().Slabs(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	err = found.Values(context.Background(), func(values []byte) error {
		n += uint64(len(values))
		h.Write(values)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != g.Size() {
		t.Fatalf("%d values of %d positions", n, g.Size())
	}
	return hex.EncodeToString(h.Sum(nil)), found.Counts
}

// reporter stops a solve after so many steps and chunks.
type reporter struct {
	stop  context.CancelFunc
	mu    sync.Mutex
	after int
}

func (r *reporter) count() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.after--; r.after == 0 && r.stop != nil {
		r.stop()
	}
}

func (r *reporter) Begin(progress.Step, int) { r.count() }

func (r *reporter) Count(_ phase.Phase, units, done int) *progress.Counter {
	r.count()
	return progress.NewCounter(units, done)
}

func (r *reporter) Decided(string, uint64)             { r.count() }
func (r *reporter) Done(progress.Step, uint64, uint64) { r.count() }
func (r *reporter) Scanned()                           {}
func (r *reporter) Warn(string, string, error)         {}
func (r *reporter) Elapsed() float64                   { return 0 }

var boards = []struct {
	board           string
	movers, pushers int
}{
	{"", 1, 1}, {"", 0, 2},
	{" ...\n.....\n.....\n ...\n", 1, 1},
	{" ....\n.....\n.....\n....\n", 1, 2},
	{" ...\n.....\n ...\n", 1, 2},
	{".....\n.....\n.....\n", 0, 3},
	{" ....\n......\n ....\n", 2, 1},
	{"...\n...\n...\n", 0, 2},
}

// TestDigests compares the tables of a game solved in several ways; package solver
// compares them with those solved edge by edge.
func TestDigests(t *testing.T) {
	for _, b := range boards {
		g := game(t, b.board, b.movers, b.pushers)
		want, counts := digest(t, g, slabs.Options{})
		for _, o := range []slabs.Options{{Workers: 1, Chunk: 1}, {Chunk: 16}, {Chunk: 4, Records: 1}, {InFile: true}} {
			got, other := digest(t, g, o)
			if got != want || !slices.Equal(counts, other) {
				t.Errorf("%v, %+v: digest %s and %v, want %s and %v", g.Spec(), o, got, other, want, counts)
			}
		}
	}
}

// TestInterrupted stops a solve again and again, at other places each time, and compares
// what it comes to in the end.
func TestInterrupted(t *testing.T) {
	g := game(t, "", 1, 1)
	want, wanted := digest(t, g, slabs.Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	for run := range 6 {
		o := slabs.Options{Dir: t.TempDir(), Chunk: 16, Memory: 1 << 30, Workers: 2, InFile: run%2 == 0}
		stops := 0
		for {
			ctx, cancel := context.WithCancel(context.Background())
			o.Reporter = &reporter{stop: cancel, after: 1 + rng.IntN(60)}
			h := sha256.New()
			var counts []slabs.Counts
			found, err := slabs.Solve(ctx, g.Parts().Slabs(), o)
			if err == nil {
				counts = found.Counts
				err = found.Values(ctx, func(values []byte) error {
					h.Write(values)
					return ctx.Err()
				})
				err = errors.Join(err, found.Close())
			}
			cancel()
			if errors.Is(err, context.Canceled) && stops < 100 {
				stops++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if hex.EncodeToString(h.Sum(nil)) != want || !slices.Equal(counts, wanted) {
				t.Fatalf("after %d stops: %v, want %v", stops, counts, wanted)
			}
			break
		}
		t.Logf("%d stops", stops)
	}
}

// TestTorn cuts files of the log at any place, and damages them: what is torn is done
// again.
func TestTorn(t *testing.T) {
	g := game(t, "", 0, 2)
	dir := t.TempDir()
	want, _ := digest(t, g, slabs.Options{Dir: dir, Chunk: 8})
	files, err := filepath.Glob(filepath.Join(dir, "phase-*"))
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		at := rng.IntN(len(files))
		data, err := os.ReadFile(files[at])
		if err != nil {
			t.Fatal(err)
		}
		for _, later := range files[at+1:] {
			if err := os.Remove(later); err != nil {
				t.Fatal(err)
			}
		}
		if rng.IntN(2) == 0 {
			data = data[:rng.IntN(len(data))]
		} else {
			data[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(files[at], data, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, counts := digest(t, g, slabs.Options{Dir: dir, Chunk: 8}); got != want {
			t.Fatalf("%s torn: digest %s, want %s; %v", files[at], got, want, counts)
		}
	}
}
