package cluster

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// Units get smaller towards the end, and cover the step.
func TestDivide(t *testing.T) {
	for _, c := range []struct{ chunks, workers int }{{1, 2}, {7, 2}, {41, 4}, {51, 6}, {1000, 8}} {
		sizes := divide(slices.Repeat([]uint64{1}, c.chunks), c.workers, shares)
		sum := 0
		for _, n := range sizes {
			sum += n
		}
		falls := slices.IsSortedFunc(sizes, func(a, b int) int { return b - a })
		if sum != c.chunks || !falls || sizes[len(sizes)-1] != 1 || sizes[0] > max(c.chunks/(shares*c.workers)+1, 1) {
			t.Errorf("%d chunks for %d workers are divided as %v", c.chunks, c.workers, sizes)
		}
	}
}

// A machine does the units of its inbox in order, stage by stage, except units taken back.
func TestGiven(t *testing.T) {
	r := newReplica("w", testMachine(), discard())
	unit := func(from int) party.Unit { return party.Unit{Kind: task.Forward, From: from, To: from + 1} }
	r.inbox.accept("a", []party.Unit{unit(1)})
	r.inbox.accept("b", []party.Unit{unit(1), unit(2), unit(3)})
	if u := r.inbox.next("a"); u != nil {
		t.Errorf("the inbox still has %v of the stage before", u)
	}
	r.inbox.drop([]string{"forward-0-0-2-3"})
	for _, want := range []int{1, 3} {
		if u := r.inbox.next("b"); u == nil || u.From != want {
			t.Errorf("the next unit is %v, want %d", u, want)
		}
	}
	if u := r.inbox.next("b"); u != nil {
		t.Errorf("the inbox still has %v", u)
	}
}

// A slow worker keeps few of its units: the coordinator moves the others to a fast one.
func TestRelieved(t *testing.T) {
	s := newSetup(t, "pushfight:movers=0,pushers=2", filepath.Join(t.TempDir(), "store"))
	s.solve.Idle = true
	want := alone(t, s.spec)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var slow, quick func() Status
	s.worker(ctx, "slow", func(o *workSetup) {
		o.do, o.Status = slowly(300*time.Millisecond), func(f func() Status) { slow = f }
	})
	s.worker(ctx, "quick", func(o *workSetup) { o.Status = func(f func() Status) { quick = f } })
	got, err := s.run(t.Context())
	if err != nil || got.SHA256 != want {
		t.Fatalf("the digest is %s, want %s (%v)", got.SHA256, want, err)
	}
	time.AfterFunc(5*time.Second, cancel) // a worker that joins after the end waits for another coordinator
	s.group.Wait()
	if slow == nil || quick == nil {
		t.Fatal("a worker joined after the solve had ended")
	}
	if a, b := slow().Workers[0].Units, quick().Workers[0].Units; b < 20 || a*3 > b {
		t.Errorf("the slow worker did %d units, the quick one %d", a, b)
	}
}
