package capacity

import (
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
)

// TestPlan reckons with round figures.
func TestPlan(t *testing.T) {
	g := enginetest.Open(t, pushfight.Definition(), "pushfight")
	//                  T   L0  W1   L1  W2 L2 W3
	byValue := []uint64{100, 10, 600, 80, 50, 40, 20}
	r := rates{
		scan: 1, look: perSet{20, 10}, looked: 3, successors: perSet{40, 10}, ofLosses: perSet{70, 7}, ofOpen: perSet{90, 9},
		read: 1, write: 2, decrement: 3, compress: 4, winBytes: 0.5, tableBytes: 0.25,
	}
	p := planFor(g, Counts{Values: byValue}, r, 10)
	want := []float64{
		900 * 1,                      // scan
		300 * 3 * (2 + 1),            // three successors of those not won at once
		120 * (70 + 7*2),             // 80 + 40 losses
		(100 + 110 - 50) * (40 + 10), // open after phase 3: T, L2, W3
		70 * (90 + 9*3),              // 50 + 20 wins
		160 * 3 * (2 + 1),            // phase 4 alone
		160 * 10 * (2 + 1),
		900 * 4,
	}
	total := 0.0
	for k, s := range p.Steps {
		if math.Abs(s.CoreHours*3600-want[k]) > 1e-6 || math.Abs(s.WallHours*10-s.CoreHours) > 1e-9 || s.Formula == "" {
			t.Errorf("%s: %v seconds, want %v", s.Name, s.CoreHours*3600, want[k])
		}
		if !s.Alternative {
			total += want[k]
		}
	}
	if len(p.Steps) != len(want) || math.Abs(p.CoreHours*3600-total) > 1e-6 {
		t.Errorf("%d steps, %v hours, want %v", len(p.Steps), p.CoreHours, total/3600)
	}
	if p.Memory[0].Bytes != 5*113 || p.Memory[1].Bytes != 1800 || p.Disk[1].Bytes != 225 || p.Disk[2].Bytes != 900 {
		t.Errorf("memory %v, disk %v", p.Memory, p.Disk)
	}
}
