package capacity

import (
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
)

// TestPlan plans with round figures.
func TestPlan(t *testing.T) {
	s := enginetest.Open(t, pushfight.Definition(), "pushfight").Parts().Slabs()
	//                  T   L0  W1   L1  W2 L2 W3
	byValue := []uint64{100, 10, 600, 80, 50, 40, 20}
	r := rates{class: 1, dilate: 2, unlink: 3, links: 4, index: 5, live: 0.5}
	p := planFor(s, Counts{Values: byValue}, r, 10)
	all, live := float64(len(s.Order())), float64(len(s.Order()))/2
	const record = 1.5 * 15e-9
	want := []float64{
		all * 1,
		live * 2 * 1,
		300 * (3 + record),
		120 * (3 + record),        // 80 + 40 losses
		70 * (3 + record + 1.5*4), // 50 + 20 wins
		live * 30 * 2,             // thirty rearrangements
		900*20e-9 + 300*5,         // the index of those not won at once
	}
	total := 0.0
	for k, s := range p.Steps {
		if math.Abs(s.CoreHours*3600-want[k]) > 1e-6 || math.Abs(s.WallHours*10-s.CoreHours) > 1e-9 || s.Formula == "" {
			t.Errorf("%s: %v seconds, want %v", s.Name, s.CoreHours*3600, want[k])
		}
		total += want[k]
	}
	if len(p.Steps) != len(want) || math.Abs(p.CoreHours*3600-total) > 1e-3 {
		t.Errorf("%d steps, %v hours, want %v", len(p.Steps), p.CoreHours, total/3600)
	}
	bitmaps := p.Live * uint64(s.Words()) * 8
	if p.Memory[0].Bytes != bitmaps || p.Disk[0].Bytes != 300 || p.Disk[1].Bytes != bitmaps || p.Disk[2].Bytes != 59 {
		t.Errorf("memory %v, disk %v", p.Memory, p.Disk)
	}
}
