package solver

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
)

func fullGame(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, pushfight.Definition(), text)
}

// TestPublishedCounts compares the counts with the size of the game and, where they
// are at hand, with the published ones.
func TestPublishedCounts(t *testing.T) {
	g := fullGame(t, "pushfight")
	c := countsFor(publishedCounts[:])
	if c.positions != g.Size() || g.Spec().String() != capacityGame {
		t.Errorf("%d positions, want %d", c.positions, g.Size())
	}
	if c.positions != publishedCounts[0]+publishedCounts[1]+c.inOne+c.losses+c.wins {
		t.Errorf("%+v leaves positions out", c)
	}
	text, err := os.ReadFile("../../shared/data/pushfight/values.tsv")
	if err != nil {
		t.Skip("the published counts are not here: ", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	if len(lines) != len(publishedCounts) {
		t.Fatalf("%d values are published", len(lines))
	}
	for v, line := range lines {
		fields := strings.Split(line, "\t")
		if fields[0] != strconv.Itoa(v) || fields[2] != strconv.FormatUint(publishedCounts[v], 10) {
			t.Errorf("value %d: %d, published %s", v, publishedCounts[v], line)
		}
	}
}

// TestPlanCapacity reckons with round figures.
func TestPlanCapacity(t *testing.T) {
	g := fullGame(t, "pushfight")
	//                  T   L0  W1   L1  W2 L2 W3
	byValue := []uint64{100, 10, 600, 80, 50, 40, 20}
	r := capacityRates{
		scan: 1, look: perSet{20, 10}, looked: 3, successors: perSet{40, 10}, ofLosses: perSet{70, 7}, ofOpen: perSet{90, 9},
		read: 1, write: 2, decrement: 3, compress: 4, winBytes: 0.5, tableBytes: 0.25,
	}
	p := planCapacity(g, byValue, r, 10)
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

// TestMeasureCapacity measures in a hurry and looks whether the figures make sense.
func TestMeasureCapacity(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var done, total uint64
	o := CapacityOptions{Cores: 100, Rounds: 1, Round: time.Millisecond, Progress: func(d, n uint64) { done, total = d, n }}
	p, err := MeasureCapacity(context.Background(), fullGame(t, "pushfight"), o)
	if err != nil {
		t.Fatal(err)
	}
	if done != total || p.Cores != 100 || p.Rounds != 1 || p.Positions != 86208131520 {
		t.Errorf("%d of %d done, %+v", done, total, p)
	}
	for _, m := range p.Measured {
		if m.Nanoseconds < 0.1 || m.Nanoseconds > 1e8 || math.Abs(m.PerSecond*m.Nanoseconds-1e9) > 1 {
			t.Errorf("%+v", m)
		}
	}
	if p.WallHours*100-p.CoreHours > 1e-6 || p.CoreHours < 10 || p.CoreHours > 1e5 {
		t.Errorf("%v core-hours", p.CoreHours)
	}
	if text, err := json.Marshal(p); err != nil || !strings.Contains(string(text), `"core_hours":`) {
		t.Error(string(text), err)
	}
	if _, err := MeasureCapacity(context.Background(), fullGame(t, "pushfight:movers=1"), o); !engine.IsInput(err) {
		t.Errorf("another variant: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := MeasureCapacity(ctx, fullGame(t, "pushfight"), o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
