package capacity_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/solver/capacity"
	published "github.com/foregone-db/foregone/solver/pushfight"
)

// TestMeasure measures in a hurry and looks whether the figures make sense.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	full, counts := enginetest.Open(t, pushfight.Definition(), "pushfight"), published.PublishedCounts()
	var done, total uint64
	o := capacity.Options{Cores: 100, Rounds: 1, Round: time.Millisecond, Progress: func(d, n uint64) { done, total = d, n }}
	p, err := capacity.Measure(context.Background(), full, counts, o)
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
	if p.WallHours*100-p.CoreHours > 1e-6 || p.CoreHours < 1 || p.CoreHours > 1e5 {
		t.Errorf("%v core-hours", p.CoreHours)
	}
	if text, err := json.Marshal(p); err != nil || !strings.Contains(string(text), `"core_hours":`) {
		t.Error(string(text), err)
	}
	if _, err := capacity.Measure(context.Background(), enginetest.Open(t, pushfight.Definition(), "pushfight:movers=1"), counts, o); !engine.IsInput(err) {
		t.Errorf("another variant: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := capacity.Measure(ctx, full, counts, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	tic := enginetest.Open(t, tictactoe.Definition(), "tictactoe")
	few := capacity.Counts{Game: tic.Spec().String(), Values: []uint64{tic.Size()}}
	if _, err := capacity.Measure(context.Background(), tic, few, o); !engine.IsInput(err) || !strings.Contains(err.Error(), "not made of steps") {
		t.Errorf("a game that brings its rules only: %v", err)
	}
}
