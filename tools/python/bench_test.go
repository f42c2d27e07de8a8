//go:build unix

package python

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/games"
)

// TestFast asks a process for many positions. In a second of user time it must expand 15,000: a
// thirtieth of the documented speed, because start and discovery count, and the machine has other work.
func TestFast(t *testing.T) {
	needPython(t)
	if rate := rate(t, "examples/tictactoe.py", 50_000); rate < 15_000 {
		t.Errorf("%.0f positions in a second of user time", rate)
	}
}

// BenchmarkExpand measures the number of positions that a Python process expands in a second of its
// own user time, its start included: by keys, by keys with twins, and with a declared placement.
func BenchmarkExpand(b *testing.B) {
	needPython(b)
	for _, game := range []string{"examples/tictactoe.py", "tests/tapatan_keys.py", "examples/tapatan.py"} {
		b.Run(filepath.Base(game), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(rate(b, game, 50_000), "positions/s")
			}
		})
	}
}

// rate lists the successors of positions in the order of their indices, again and again, and returns
// positions per second. The time of finding the positions counts, too.
func rate(t testing.TB, game string, positions uint64) float64 {
	before := childTime(t)
	programs := program.New(program.Options{Runner: Runner, Memory: t.TempDir()})
	defer programs.Close()
	r := games.NewRegistry().With(programs.Families()...)
	spec, err := r.Parse(game, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	var w engine.Scratch
	var list []uint64
	for n := range positions {
		if n%g.Size() == 0 {
			w = g.NewScratch() // which has no answers of the last round
		}
		list, _ = w.AppendSuccessors(list[:0], n%g.Size())
	}
	programs.Close()
	return float64(positions) / (childTime(t) - before).Seconds()
}

// childTime is the user time of all child processes that have ended.
func childTime(t testing.TB) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano())
}
