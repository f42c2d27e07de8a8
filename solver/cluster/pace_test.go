package cluster

import (
	"math"
	"testing"
	"time"

	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// newPaceStep returns a step of units of one chunk each.
func newPaceStep(kind task.Kind, units int) *step {
	s := &step{lead: &lead{leader: &leader{owners: map[string]owner{}}}, kind: kind, paces: map[string]pace{}}
	for n := range units {
		s.units = append(s.units, &openUnit{Unit: party.Unit{Kind: kind, From: n, To: n + 1}, results: map[string]party.Object{}})
	}
	return s
}

// A unit is taken from its worker where somebody who does not know what to watch is done
// with it sooner all the same, and else not.
func TestSpare(t *testing.T) {
	for _, c := range []struct {
		kind        task.Kind
		first, last float64 // of each of ten units
		keeps       int
	}{
		{task.Forward, 1, 1, 5},
		{task.Forward, 4, 1, 8},   // two cold ones take as long as eight
		{task.Confirm, 9, 1, 9},   // one does, before the worker comes to it
		{task.Forward, 20, 1, 10}, // nobody is done sooner
		{task.Forward, 20, 0.1, 10},
	} {
		s := newPaceStep(c.kind, 10)
		for _, u := range s.units {
			s.owners[u.place()] = owner{"a", c.first, c.last}
		}
		busy := s.remaining("a", s.units)
		if want := 10 * c.last; math.Abs(busy-want) > 1e-9 {
			t.Fatalf("%v s remain, want %v", busy, want)
		}
		if n := s.spare(s.units, "a", busy, "b"); n != c.keeps {
			t.Errorf("%v: of ten units that take %v s, %v s elsewhere, the worker keeps %d, want %d", c.kind, c.last, c.first, n, c.keeps)
		}
	}
}

// Who is slower than expected is expected to be slow, and who knows what to watch gets
// quicker while others do not.
func TestPace(t *testing.T) {
	s := newPaceStep(task.Forward, 4)
	for _, u := range s.units {
		s.owners[u.place()] = owner{"a", 8, 4}
	}
	s.learn(s.units[0], "a", 2) // half of what it was
	for worker, want := range map[string]float64{"a": 2, "b": 8} {
		if got := s.expected(s.units[1], worker); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is expected to take %v s, want %v", worker, got, want)
		}
	}
	s.learn(s.units[1], "b", 16) // twice what it took whoever was first
	if o, want := s.owners[s.units[1].place()], (owner{"b", 8, 4}); o != want {
		t.Errorf("it is known of the unit that changed hands: %v, want %v", o, want)
	}
	u := s.units[2]
	u.by, u.working = "a", time.Now().Add(-time.Hour)
	if got := s.remaining("a", nil); got < 3000 {
		t.Errorf("who is an hour at a unit of seconds is expected to be done in %v s", got)
	}
	send := newPaceStep(task.Send, 2)
	send.learn(send.units[0], "slow", 6)
	send.learn(send.units[0], "quick", 2)
	if a, b := send.expected(send.units[1], "slow"), send.expected(send.units[1], "quick"); a <= b {
		t.Errorf("the slow one is expected to take %v s, the quick one %v", a, b)
	}
}

// Units are divided by weight, and each has a chunk at least.
func TestDivideWeights(t *testing.T) {
	weights := []uint64{0, 0, 100, 1, 1, 1, 0, 50, 0, 0}
	sizes := divide(weights, 2, 2)
	sum := 0
	for _, n := range sizes {
		if sum += n; n < 1 {
			t.Errorf("%v has an empty unit", sizes)
		}
	}
	if sum != len(weights) || len(sizes) > 8 {
		t.Errorf("%v are divided as %v", weights, sizes)
	}
	if got := divide(make([]uint64, 5), 2, 2); len(got) != 1 || got[0] != 5 {
		t.Errorf("chunks without work are divided as %v", got)
	}
}
