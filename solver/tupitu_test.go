package solver

import (
	"context"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// countLost returns the number of lost positions among those with these values, the indices from
// first on. Twins count.
func countLost(g engine.Game, values []engine.Value, first uint64) (lost uint64) {
	for o, v := range values {
		if engine.Byte.Outcome(v) == engine.Loss {
			lost += g.Weight(first + uint64(o))
		}
	}
	return lost
}

// TestTupitu compares every position of small boards with the naive solver, all ways
// of solving with each other, and the counts with the published ones.
func TestTupitu(t *testing.T) {
	for _, c := range []struct {
		spec string
		lost []uint64 // by number of tiles cleared, as far as published
	}{
		{"tupitu:width=3,height=3", []uint64{4, 156, 112, 520, 492, 576, 224, 72}},
		{"tupitu:width=3,height=4", nil},
		{"tupitu:width=4,height=4", []uint64{84}},
	} {
		t.Run(c.spec, func(t *testing.T) {
			g := open(t, c.spec, "")
			s, got := solveValues(t, g, Options{})
			if g.Size() < 100_000 || slow {
				enginetest.CheckValues(t, g, got)
			}
			for name, other := range map[string]struct {
				game    engine.Game
				options Options
			}{
				"one worker":   {g, Options{Workers: 1}},
				"small chunks": {g, Options{Workers: 3, Chunk: 1 << 12}},
				"only moves":   {enginetest.Without(g, enginetest.Layers), Options{}},
			} {
				if o, _ := solveValues(t, other.game, other.options); o.SHA256 != s.SHA256 {
					t.Errorf("%s: digest %s, want %s", name, o.SHA256, s.SHA256)
				}
			}
			for n, want := range c.lost {
				sl := g.Slices()[n]
				if lost := countLost(g, got[sl.First:sl.First+sl.Size], sl.First); lost != want {
					t.Errorf("%d positions with %d tiles cleared are lost, want %d", lost, n, want)
				}
			}
			start, ok := g.Start()
			i, _ := g.Index(start)
			if ok && g.Size() > 100_000 && engine.Byte.Text(got[i]) != "L7" { // published: lost in 14 plies
				t.Errorf("the start is %s, want L7", engine.Byte.Text(got[i]))
			}
		})
	}
}

// TestTupitu5x5 solves the whole game and checks the published figures. It takes half a minute and
// 100 MiB of disk.
func TestTupitu5x5(t *testing.T) {
	if !slow {
		t.Skip("run with the tag long")
	}
	g := open(t, "tupitu", "")
	o := Options{Dir: t.TempDir()}
	s, err := Solve(context.Background(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := "4856f4253ce4c99148c365ddbfac77f19b46750584746c497520001e7471a8be"; s.SHA256 != want {
		t.Errorf("digest %s, want %s", s.SHA256, want)
	}
	r, err := table.Open(kv.TablePath(o.Dir), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	counts := map[engine.Outcome]uint64{}
	greatest := ""
	for _, c := range r.Summary().Counts {
		counts[engine.Byte.Outcome(engine.Value(c.Value))] += c.Weighted
		greatest = engine.Byte.Text(engine.Value(c.Value))
	}
	if counts[engine.Loss] != 1272816076 || counts[engine.Win] != 3760348724 || counts[engine.Draw] != 0 || greatest != "W12" {
		t.Errorf("positions by outcome: %v, greatest value %s", counts, greatest)
	}
	value := func(p engine.Position) string {
		i, _ := g.Index(p)
		v, err := r.Get(i)
		if err != nil {
			t.Fatal(err)
		}
		return engine.Byte.Text(v)
	}
	start, _ := g.Start()
	results := g.AppendResults(nil, start)
	winning := 0
	for _, result := range results {
		if value(result.To)[0] == 'L' {
			winning++
		}
	}
	if value(start) != "W12" || len(results) != 184 || winning != 71 {
		t.Errorf("the start is %s, %d of %d first turns win; want W12, 71 of 184", value(start), winning, len(results))
	}
	report, err := Verify(context.Background(), g, r, VerifyOptions{Sample: 200_000})
	if err != nil || report.Failed > 0 {
		t.Errorf("%+v, %v", report, err)
	}
}
