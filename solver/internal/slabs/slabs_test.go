package slabs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
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

func digest(t testing.TB, g engine.Game, o setup) (string, []Counts) {
	t.Helper()
	all, counts := values(t, g, o)
	sum := sha256.Sum256(all)
	return hex.EncodeToString(sum[:]), counts
}

// values solves a game and returns the values of all positions in the form of the table.
func values(t testing.TB, g engine.Game, o setup) (all []byte, counts []Counts) {
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
	if o.Reporter == nil {
		o.Reporter = reporter{}
	}
	found, err := solve(context.Background(), g.Parts().Slabs(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	err = found.Values(context.Background(), func(values []byte) error {
		all = append(all, values...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := uint64(len(all)); n != g.Size() {
		t.Fatalf("%d values of %d positions", n, g.Size())
	}
	return all, found.Counts
}

// reporter ignores all reports.
type reporter struct{}

func (reporter) Begin(progress.Step, int) {}

func (reporter) Count(_ phase.Phase, units, done int) *progress.Counter {
	return progress.NewCounter(units, done)
}

func (reporter) Decided(string, uint64)             {}
func (reporter) Done(progress.Step, uint64, uint64) {}
func (reporter) Scanned()                           {}
func (reporter) Warn(string, string, error)         {}
func (reporter) Elapsed() float64                   { return 0 }

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
		want, counts := digest(t, g, setup{})
		for _, o := range []setup{{Options: Options{Workers: 1}, chunk: 1}, {chunk: 16}, {chunk: 4, records: 1}, {inFile: true}} {
			got, other := digest(t, g, o)
			if got != want || !slices.Equal(counts, other) {
				t.Errorf("%v, %+v: digest %s and %v, want %s and %v", g.Spec(), o, got, other, want, counts)
			}
		}
	}
}

// TestInterrupted stops a solve after each record of its log, and once more some records later,
// and compares the results. Each run begins with a damaged file of open configurations. The longer the
// log, the more records are between two stops; with -short each stop comes twice as late as the one before.
func TestInterrupted(t *testing.T) {
	apart := int64(20)
	if testing.Short() {
		apart = 1
	}
	for _, g := range []engine.Game{game(t, "", 0, 2), game(t, "", 1, 1), game(t, " ....\n.....\n.....\n....\n", 1, 1)} {
		var records atomic.Int64
		logged := func() { records.Add(1) }
		want, wanted := digest(t, g, setup{chunk: 64, logged: logged})
		all := records.Load()
		for _, inFile := range []bool{true, false} {
			for after := int64(1); ; after += 1 + after/apart {
				dir := t.TempDir()
				o := setup{Options: Options{Dir: dir}, chunk: 64, inFile: inFile}
				stopped := interrupt(t, g, o, after)
				if stopped {
					interrupt(t, g, o, 1+after%7)
				}
				records.Store(0)
				o.logged = logged
				if got, counts := digest(t, g, o); got != want || !slices.Equal(counts, wanted) {
					t.Fatalf("%v, in a file: %v, stopped after %d records: %v, want %v", g.Spec(), inFile, after, counts, wanted)
				}
				if again := records.Load(); again > max(0, all-after) {
					t.Fatalf("%v: stopped after %d of %d records, and %d were written again", g.Spec(), after, all, again)
				}
				if !stopped {
					break
				}
			}
		}
	}
}

// interrupt stops a solve after a number of records, unless it ends before. It leaves a file of
// open configurations, as a killed run does.
func interrupt(t *testing.T, g engine.Game, o setup, after int64) (stopped bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var records atomic.Int64
	o.logged = func() {
		if records.Add(1) == after {
			cancel()
		}
	}
	o.Memory, o.Workers, o.Reporter = 1<<30, 2, reporter{}
	found, err := solve(ctx, g.Parts().Slabs(), o)
	if err == nil {
		if err := found.Close(); err != nil {
			t.Fatal(err)
		}
		return false
	}
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(o.Dir, "open"), bytes.Repeat([]byte{0x5a}, 1000), 0o666); err != nil {
		t.Fatal(err)
	}
	return true
}

// TestTorn cuts files of the log at any place, and damages them. The solve repeats the torn part.
func TestTorn(t *testing.T) {
	g := game(t, "", 0, 2)
	dir := t.TempDir()
	want, _ := digest(t, g, setup{Options: Options{Dir: dir}, chunk: 8})
	files, err := filepath.Glob(filepath.Join(dir, "phase-*"))
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	times := 30
	if testing.Short() {
		times = 10
	}
	for range times {
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
		if got, counts := digest(t, g, setup{Options: Options{Dir: dir}, chunk: 8}); got != want {
			t.Fatalf("%s torn: digest %s, want %s; %v", files[at], got, want, counts)
		}
	}
}

// TestWithoutEnd cuts off the end of each phase whose chunks are all in the log, as a kill between
// the last record and the end would.
func TestWithoutEnd(t *testing.T) {
	g := game(t, "", 0, 2)
	const end = 28 // bytes
	for phase := 0; ; phase++ {
		dir := t.TempDir()
		want, wanted := digest(t, g, setup{Options: Options{Dir: dir}, chunk: 8})
		files, err := filepath.Glob(filepath.Join(dir, "phase-*"))
		if err != nil {
			t.Fatal(err)
		}
		if phase == len(files) {
			return
		}
		info, err := os.Stat(files[phase])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(files[phase], info.Size()-end); err != nil {
			t.Fatal(err)
		}
		for _, later := range files[phase+1:] {
			if err := os.Remove(later); err != nil {
				t.Fatal(err)
			}
		}
		if got, counts := digest(t, g, setup{Options: Options{Dir: dir}, chunk: 8}); got != want || !slices.Equal(counts, wanted) {
			t.Fatalf("phase %d without its end: digest %s and %v, want %s and %v", phase, got, counts, want, wanted)
		}
	}
}
