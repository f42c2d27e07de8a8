package main

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

func open(t *testing.T, text string) engine.Game {
	t.Helper()
	return enginetest.OpenIn(t, registry, text)
}

// The levels, by the names of the games.
var levels = []string{"dodgem", "dodgem-ranked", "dodgem-full"}

// TestConformance is [TestRules] for the other levels.
func TestConformance(t *testing.T) {
	for _, name := range levels[1:] {
		for _, params := range []string{":size=2,cars=1", ":size=3,cars=2", ":size=5,cars=1", ":size=5,cars=4"} {
			t.Run(name+params, func(t *testing.T) {
				game := open(t, name+params)
				enginetest.Run(t, game, enginetest.Options{Twins: twins(t, game)})
			})
		}
	}
}

// TestLevels compares every position of the rules with the other levels.
func TestLevels(t *testing.T) {
	for _, params := range []string{":size=2,cars=1", ":size=3,cars=2", ":size=4,cars=2"} {
		want := open(t, levels[0]+params)
		wantValues := enginetest.Naive(want)
		for _, name := range levels[1:] {
			g := open(t, name+params)
			values := enginetest.Naive(g)
			for i := range want.Size() {
				text := want.Text(want.At(i))
				p, err := g.Parse(text)
				if err != nil {
					t.Fatalf("%v: %v", g.Spec(), err)
				}
				if j, ok := g.Index(p); !ok || values[j] != wantValues[i] {
					t.Fatalf("%v: %s is %s, want %s", g.Spec(), text, g.Kind().Text(values[j]), g.Kind().Text(wantValues[i]))
				}
			}
		}
	}
}

// TestKnown solves the boards with published results: on 3 by 3 squares the first player wins
// (Berlekamp, Conway and Guy, Winning Ways, 1982), on 4 by 4 play never ends (David des Jardins,
// 1996). The numbers of positions count pairs of disjoint sets of squares.
func TestKnown(t *testing.T) {
	for _, name := range levels {
		for params, want := range map[string]struct {
			start engine.Outcome
			size  uint64 // of a ranked game
		}{
			":size=3,cars=2": {engine.Win, 1332},
			":size=4,cars=3": {engine.Draw, 276600},
		} {
			g, dir := open(t, name+params), t.TempDir()
			if _, err := solver.Solve(t.Context(), g, solver.Options{Dir: dir}); err != nil {
				t.Fatal(err)
			}
			db, err := query.Open(dir, registry, query.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			stats, err := db.Stats()
			if err != nil {
				t.Fatal(err)
			}
			if got := stats.Start.Verdict; got.Outcome() != want.start {
				t.Errorf("%v: the start is %v, want a %v", g.Spec(), got, want.start)
			}
			if name != "dodgem" && g.Size() != want.size {
				t.Errorf("%v: %d positions, want %d", g.Spec(), g.Size(), want.size)
			}
		}
	}
}

// TestMoves compares turns with the rules, read from a board.
func TestMoves(t *testing.T) {
	for position, want := range map[string]string{
		"X.../X.../X.../.OOO X": "a2-a1, a2-b2, a3-b3, a4-b4",
		"X.../X.../X.../.OOO O": "b1-a1, b1-b2, c1-c2, d1-d2",
		".O../..../...X/..O. O": "b4-a4, b4-c4, b4-off, c1-b1, c1-c2, c1-d1",
		".O../..../...X/..OX X": "d1-off, d2-d3, d2-off",
		"..../..../...X/..O. X": "d2-d1, d2-d3, wins",
		".O../...X/..../.... O": "b4-a4, b4-c4, wins",
		"..../O.../XO../O... X": "", // a player without a move has won
	} {
		g := open(t, "dodgem-ranked")
		p, err := g.Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		var turns []string
		for _, m := range g.Moves(p) {
			turns = append(turns, m.Turn)
		}
		if got := strings.Join(turns, ", "); got != want {
			t.Errorf("%s: %s, want %s", position, got, want)
		}
		if v, over := g.Finished(p); over != (want == "") || over && g.Kind().Text(v) != "win-0" {
			t.Errorf("%s: finished %v, %v", position, over, v)
		}
	}
}

// BenchmarkSolve measures what each level gains, from the rules to the table.
func BenchmarkSolve(b *testing.B) {
	for _, name := range levels {
		b.Run(name, func(b *testing.B) {
			spec, err := registry.Parse(name+":size=5,cars=3", nil)
			if err != nil {
				b.Fatal(err)
			}
			positions := uint64(0)
			for b.Loop() {
				o := solver.Options{Dir: b.TempDir()}
				g, err := solver.Open(b.Context(), registry, spec, o)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := solver.Solve(b.Context(), g, o); err != nil {
					b.Fatal(err)
				}
				positions += g.Size()
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
