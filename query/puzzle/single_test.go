package puzzle_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/puzzles/sliding"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/puzzle"
	"github.com/foregone-db/foregone/query/querytest"
)

// TestAlone compares the hardest starts of one player, in both orders, with all positions.
func TestAlone(t *testing.T) {
	db := querytest.Of(t, "sliding:height=2", sliding.Definition())
	most, fewest, only := 0, 1.0, 0
	for i := range db.Game().Size() {
		moves, right, all, single := solved(t, db, db.Game().At(i))
		if share := float64(right) / float64(all); moves >= 2 {
			fewest = min(fewest, share)
		}
		if most = max(most, moves); moves == 20 && single {
			only++
		}
	}
	found := find(t, db, puzzle.Options{N: 5})
	if moves := found.Puzzles[0].Turns(); moves != most || most != 21 {
		t.Errorf("the hardest start takes %d moves, want %d, and 21 as published", moves, most)
	}
	found = find(t, db, puzzle.Options{N: 5, By: puzzle.ByFirst})
	if p := found.Puzzles[0]; float64(p.Right)/float64(p.Moves) != fewest {
		t.Errorf("%d of %d first moves of %s are right, want a share of %v", p.Right, p.Moves, p.Text, fewest)
	}
	found = find(t, db, puzzle.Options{N: 1000, Turns: 20, Throughout: true})
	if found.Puzzling != uint64(only) || len(found.Puzzles) == 0 && only > 0 {
		t.Errorf("%d starts of 20 moves have one solution, want %d", found.Puzzling, only)
	}
	for _, p := range found.Puzzles {
		moves, right, all, single := solved(t, db, p.Position)
		if moves != 20 || right != 1 || p.Right != 1 || p.Moves != all || !single || !p.Throughout || len(p.Line.Moves) != 20 {
			t.Errorf("%s: %+v", p.Text, p)
		}
	}
	for _, o := range []puzzle.Options{{Turns: 22}, {Turns: 100, By: puzzle.ByFirst}} {
		if _, err := puzzle.Find(t.Context(), db, o); !engine.IsInput(err) {
			t.Errorf("%+v: %v, want an InputError", o, err)
		}
	}
	if _, err := puzzle.Find(t.Context(), database(t, "tictactoe"), puzzle.Options{By: puzzle.ByMoves}); !engine.IsInput(err) {
		t.Errorf("an order for two players: %v, want an InputError", err)
	}
}

// solved returns the least number of moves, the number of first moves that are right and of all, and
// whether there is one shortest solution.
func solved(t *testing.T, db *query.DB, p engine.Position) (moves, right, all int, single bool) {
	t.Helper()
	v, err := db.Value(p)
	if err != nil {
		t.Fatal(err)
	}
	moves, _ = v.Verdict.Plies()
	results := db.Game().AppendResults(nil, p)
	single = true
	for _, r := range results {
		next, err := db.Value(r.To)
		if err != nil {
			t.Fatal(err)
		}
		if n, ok := next.Verdict.Plies(); ok && n == moves-1 {
			right++
			_, _, _, below := solved(t, db, r.To)
			single = single && below
		}
	}
	return moves, right, len(results), single && right <= 1
}
