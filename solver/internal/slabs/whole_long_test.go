//go:build long && unix

package slabs

import (
	"syscall"
	"testing"
	"time"
)

// TestWholePhase0 counts the positions of the whole of Push Fight that are lost or won at once,
// compares them with the publication, and reports the CPU time. It takes 16 GiB of memory.
func TestWholePhase0(t *testing.T) {
	g := game(t, "", 2, 3)
	before := cpuTime(t)
	found, err := Solve(t.Context(), g.Parts().Slabs(), Options{
		Dir: t.TempDir(), Memory: 16 << 30, Workers: 2, Limit: 1, Reporter: reporter{},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	t.Logf("%v of CPU time", cpuTime(t)-before)
	if len(found.Counts) != 2 || found.Counts[0].Stored != 312 || found.Counts[1].Stored != 73_174_094_910 {
		t.Errorf("got %v, want 312 lost and 73174094910 won at once", found.Counts)
	}
}

func cpuTime(t *testing.T) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
