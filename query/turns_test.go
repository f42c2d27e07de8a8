package query_test

import (
	"context"
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pig"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/engine/ur"
	"github.com/foregone-db/foregone/engine/yahtzee"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// solvedBy solves a game with the solver and opens its database.
func solvedBy(t *testing.T, registry *games.Registry, text string) *query.DB {
	t.Helper()
	spec, err := registry.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := solver.Solve(t.Context(), g, solver.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// played are the rolls of a position, each with its probability and the positions of its best moves, -1 for an end.
type played []struct {
	share float64
	best  []int
}

// turnsBetween returns the least and the most turns that perfect play is expected to take from each position,
// by how it chooses among equal moves, and the greatest change of a value by a roll. It iterates on what
// [query.DB.Moves] shows.
func turnsBetween(t *testing.T, db *query.DB) (least, most []float64, swing float64) {
	t.Helper()
	g := db.Game()
	list := make([]played, g.Size())
	for i := range g.Size() {
		m, err := db.Moves(t.Context(), g.At(i), false)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range m.Rolls {
			var best []int
			for _, move := range r.Moves {
				if move.Cost > 1e-9 {
					continue
				}
				to := -1
				if move.Stored {
					to = int(move.Index)
				}
				best = append(best, to)
			}
			list[i] = append(list[i], struct {
				share float64
				best  []int
			}{r.Probability, best})
			swing = max(swing, math.Abs(g.Kind().Float(r.Moves[0].Verdict.Value)-g.Kind().Float(m.Verdict.Value)))
		}
	}
	iterate := func(choose func(a, b float64) float64) []float64 {
		x := make([]float64, len(list))
		for change := 1.0; change > 1e-12; {
			change = 0
			for i, rolls := range list {
				sum := 0.0
				if len(rolls) > 1 {
					sum = 1
				}
				for _, r := range rolls {
					at := math.NaN()
					for _, to := range r.best {
						next := 0.0
						if to >= 0 {
							next = x[to]
						}
						if at = choose(at, next); math.IsNaN(at) {
							at = next
						}
					}
					sum += r.share * at
				}
				change = max(change, math.Abs(sum-x[i]))
				x[i] = sum
			}
		}
		return x
	}
	return iterate(math.Min), iterate(math.Max), swing
}

// TestTurns compares expected turns and swings with an iteration on the moves that people see.
func TestTurns(t *testing.T) {
	registry := games.NewRegistry(ur.Definition(), pig.Definition(), backgammon.Bearoff(), backgammon.Hypergammon())
	for _, text := range []string{"ur:pieces=1", "ur:pieces=1,rules=masters,precision=32", "pig:goal=12", "bearoff:checkers=3,points=3,cube=money", "hypergammon:checkers=1"} {
		db := solvedBy(t, registry, text)
		least, most, swing := turnsBetween(t, db)
		got, err := db.Turns(t.Context(), 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := db.Game().Start()
		i, _ := db.Game().Index(p)
		if got.Start < least[i]*(1-1e-9) || got.Start > most[i]*(1+1e-9) || got.Error <= 0 || got.Error > 1e-9 {
			t.Errorf("%s: %v turns from the start within %v, want %v to %v", text, got.Start, got.Error, least[i], most[i])
		}
		s, kind := got.Swing, db.Game().Kind()
		if change := math.Abs(kind.Float(s.After.Value) - kind.Float(s.Before.Value)); math.Abs(change-swing) > 1e-12 {
			t.Errorf("%s: %+v is a change by %v, want %v", text, s, change, swing)
		}
	}
}

func TestTurnsRefused(t *testing.T) {
	registry := games.NewRegistry(ur.Definition(), yahtzee.Definition(), tictactoe.Definition())
	db := solvedBy(t, registry, "ur:pieces=2")
	for memory := range uint64(2) {
		if _, err := db.Turns(t.Context(), memory*16*db.Game().Size()+1); !engine.IsInput(err) {
			t.Errorf("little memory: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := db.Turns(ctx, 1<<30); err == nil {
		t.Error("it does not stop")
	}
	for _, other := range []string{"tictactoe", "yahtzee:categories=6"} {
		if _, err := solvedBy(t, registry, other).Turns(t.Context(), 1<<30); !engine.IsInput(err) {
			t.Errorf("%s: %v", other, err)
		}
	}
}
