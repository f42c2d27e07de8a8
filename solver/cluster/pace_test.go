package cluster

import (
	"math"
	"testing"
	"time"

	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// paceUnits returns units of one chunk each.
func paceUnits(n int) (list []*openUnit) {
	for from := range n {
		list = append(list, &openUnit{Unit: party.Unit{From: from, To: from + 1}})
	}
	return list
}

// A unit moves to another worker only if that worker finishes it sooner, although it does all phases
// of its part.
func TestSpare(t *testing.T) {
	for _, c := range []struct {
		all, last float64 // of each of ten units
		keeps     int
	}{
		{1, 1, 5},
		{4, 1, 8},   // elsewhere two take as long as eight here
		{9, 1, 9},   // elsewhere one ends before the worker begins it
		{20, 1, 10}, // moving a unit gains nothing
		{20, 0.1, 10},
	} {
		p, units := newPaces(task.Own, map[string]owner{}), paceUnits(10)
		for _, u := range units {
			p.owners[u.place()] = owner{"a", c.all, c.last}
		}
		busy := p.remaining("a", nil, units)
		if want := 10 * c.last; math.Abs(busy-want) > 1e-9 {
			t.Fatalf("%v s remain, want %v", busy, want)
		}
		if n := p.spare(units, "a", busy, "b"); n != c.keeps {
			t.Errorf("of ten units that take %v s, %v s elsewhere, the worker keeps %d, want %d", c.last, c.all, n, c.keeps)
		}
	}
}

// A worker that was slower than expected is expected to stay slow. One that takes over a part is
// expected to do all its phases.
func TestPace(t *testing.T) {
	p, units := newPaces(task.Own, map[string]owner{}), paceUnits(4)
	for _, u := range units {
		p.owners[u.place()] = owner{"a", 8, 4}
	}
	p.learn(units[0], "a", 2) // half the expected time
	for worker, want := range map[string]float64{"a": 2, "b": 8} {
		if got := p.expected(units[1], worker); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is expected to take %v s, want %v", worker, got, want)
		}
	}
	p.learn(units[1], "b", 16) // twice the time of the first worker
	if o, want := p.owners[units[1].place()], (owner{"b", 12, 4}); o != want {
		t.Errorf("the owner of the unit that moved is %v, want %v", o, want)
	}
	parts := newPaces(task.Own, map[string]owner{})
	for _, took := range []float64{5, 3, 1} {
		parts.learn(units[0], "a", took)
	}
	if o, want := parts.owners[units[0].place()], (owner{"a", 9, 1}); o != want {
		t.Errorf("the owner of a part is %v, want %v: another worker does all again", o, want)
	}
	units[2].held = map[string]*hold{"a": {begun: time.Now().Add(-time.Hour)}}
	if got := p.remaining("a", units[2], nil); got < 3000 {
		t.Errorf("a worker that spent an hour on a unit of seconds is expected to finish in %v s", got)
	}
	send := newPaces(task.Send, map[string]owner{})
	send.learn(units[0], "slow", 6)
	send.learn(units[0], "quick", 2)
	if a, b := send.expected(units[1], "slow"), send.expected(units[1], "quick"); a <= b {
		t.Errorf("the slow one is expected to take %v s, the quick one %v", a, b)
	}
}

// Units are divided by weight, and each has at least one chunk.
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
