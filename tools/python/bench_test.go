//go:build unix

package python

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/games"
)

// TestFast asks a process for many positions and compares its user time with the documented speed
// of games in Python: 30,000 positions a second with simple rules. Less than half of that fails.
func TestFast(t *testing.T) {
	needPython(t)
	if rate := rate(t, 100); rate < 15_000 {
		t.Errorf("%.0f positions in a second of user time", rate)
	}
}

// BenchmarkExpand measures the number of positions that a Python process expands in a second of its
// own user time, its start included.
func BenchmarkExpand(b *testing.B) {
	needPython(b)
	for b.Loop() {
		b.ReportMetric(rate(b, 1000), "positions/s")
	}
}

// rate expands batches of positions of tic-tac-toe from the start on, and returns positions per second.
func rate(t testing.TB, batches int) float64 {
	path, err := filepath.Abs("examples/tictactoe.py")
	if err != nil {
		t.Fatal(err)
	}
	before := childTime(t)
	programs := program.New(program.Options{Runner: Runner, Memory: t.TempDir()})
	defer programs.Close()
	r := games.NewRegistry().With(programs.Families()...)
	spec, err := r.Parse(path, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	rules, _, err := r.Rules(spec)
	if err != nil {
		t.Fatal(err)
	}
	batcher, m := rules.NewBatcher(), fast.Moves{}
	keys := []uint64{rules.Start}
	for n := 0; len(keys) < 256; n++ {
		if err := batcher.Expand(&m, keys[n:n+1]); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, m.Keys...)
	}
	for range batches {
		if err := batcher.Expand(&m, keys[:256]); err != nil {
			t.Fatal(err)
		}
	}
	programs.Close()
	return float64(256*batches) / (childTime(t) - before).Seconds()
}

// childTime is the user time of all child processes that have ended.
func childTime(t testing.TB) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano())
}
