package opponent_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
	"github.com/foregone-db/foregone/query/querytest"
)

// solved returns a database of tic-tac-toe.
func solved(t *testing.T) *query.DB { return solve(t, "tictactoe") }

// solve returns a database of a game, solved naively.
func solve(t *testing.T, text string) *query.DB {
	t.Helper()
	registry := games.NewRegistry(tictactoe.Definition(), britishsquare.Definition())
	return querytest.Open(t, registry, enginetest.OpenIn(t, registry, text), 0)
}

func choose(t *testing.T, db *query.DB, text string, o opponent.Options) query.Move {
	t.Helper()
	p, err := db.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	player, err := opponent.New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := player.Choose(t.Context(), db, p)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// chosen returns the turns that the opponent plays, with the number of 300 seeds that play each.
func chosen(t *testing.T, db *query.DB, text string, o opponent.Options) map[string]int {
	t.Helper()
	turns := map[string]int{}
	for o.Seed = range 300 {
		turns[choose(t, db, text, o).Turn]++
	}
	return turns
}

func TestSight(t *testing.T) {
	want := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40, 72, -1}
	for strength, plies := range want {
		if got := opponent.Sight(strength); got != plies {
			t.Errorf("strength %d sees %d plies, want %d", strength, got, plies)
		}
	}
	for _, strength := range []int{-1, 16} {
		if _, err := opponent.New(opponent.Options{Strength: strength}); !engine.IsInput(err) {
			t.Errorf("strength %d: %v", strength, err)
		}
	}
}

// TestStrength checks which moves look equal. At XO..X.... c1 loses in 4 plies, the other five
// moves in 2.
func TestStrength(t *testing.T) {
	db := solved(t)
	for strength, different := range map[int]int{0: 6, 1: 6, 2: 1, 3: 1, 4: 1, 15: 1} {
		turns := chosen(t, db, "XO..X....", opponent.Options{Strength: strength})
		if len(turns) != different || turns["c1"] == 0 {
			t.Errorf("at strength %d: %v, want %d moves", strength, turns, different)
		}
	}
	// A win at once is visible from strength 1 on; at strength 0 a loss at once is not.
	for strength, different := range map[int]int{0: 5, 1: 1, 15: 1} {
		if turns := chosen(t, db, "XX.OO....", opponent.Options{Strength: strength}); len(turns) != different || turns["c3"] == 0 {
			t.Errorf("at strength %d: %v, want %d moves", strength, turns, different)
		}
	}
}

// TestAggressive checks that the opponent plays a corner, of nine drawn openings: only one answer
// to it does not lose. Four answers to the centre do not lose, and more to the others.
func TestAggressive(t *testing.T) {
	db := solved(t)
	if turns := chosen(t, db, ".........", opponent.Options{Strength: 15}); len(turns) != 9 {
		t.Errorf("quiet: %v", turns)
	}
	turns := chosen(t, db, ".........", opponent.Options{Strength: 15, Aggressive: true})
	if len(turns) != 4 || turns["a1"] == 0 || turns["a3"] == 0 || turns["c1"] == 0 || turns["c3"] == 0 {
		t.Errorf("aggressive: %v, want the four corners", turns)
	}
	// Without sight of the replies there is no preference.
	if turns := chosen(t, db, ".........", opponent.Options{Strength: 1, Aggressive: true}); len(turns) != 9 {
		t.Errorf("aggressive and short-sighted: %v", turns)
	}
}

// TestPerfect plays against random moves: perfect play never loses.
func TestPerfect(t *testing.T) {
	db := solved(t)
	g := db.Game()
	rng := rand.New(rand.NewPCG(1, 2))
	wins := 0
	for n := range 200 {
		player, err := opponent.New(opponent.Options{Strength: 15, Aggressive: n%2 == 0, Seed: uint64(n)})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := g.Start()
		for ply := n % 2; ; ply++ {
			m, err := player.Choose(t.Context(), db, p)
			if ply%2 == 1 {
				moves := g.Moves(p)
				if len(moves) > 0 {
					m.To = moves[rng.IntN(len(moves))].To
				}
			}
			if errors.Is(err, opponent.ErrNoMove) {
				if v, _ := g.Finished(p); v != engine.Tie && ply%2 == 0 {
					t.Fatalf("game %d is lost:\n%s", n, g.Board(p))
				} else if v != engine.Tie {
					wins++
				}
				break
			} else if err != nil {
				t.Fatal(err)
			}
			p = m.To
		}
	}
	if wins < 100 {
		t.Errorf("only %d of 200 games were won", wins)
	}
}

func TestSeed(t *testing.T) {
	db := solved(t)
	o := opponent.Options{Strength: 3, Seed: 42}
	first := choose(t, db, ".........", o)
	for range 20 {
		if again := choose(t, db, ".........", o); again.Turn != first.Turn {
			t.Fatalf("the same seed plays %s and %s", first.Turn, again.Turn)
		}
	}
}

// TestScores checks that in games of scores the perfect opponent plays best moves only, and the
// weakest any.
func TestScores(t *testing.T) {
	db := solve(t, "british-square:height=3,width=3")
	start, _ := db.Game().Start()
	all, err := db.Moves(t.Context(), start, false)
	if err != nil {
		t.Fatal(err)
	}
	best := map[string]bool{}
	for _, m := range all.Moves {
		if m.Verdict == all.Moves[0].Verdict {
			best[m.Turn] = true
		}
	}
	text := db.Game().Text(start)
	if turns := chosen(t, db, text, opponent.Options{Strength: 15}); len(turns) != len(best) {
		t.Errorf("perfect: %v, want the %d best", turns, len(best))
	}
	turns := chosen(t, db, text, opponent.Options{Strength: 0})
	if len(turns) != len(all.Moves) {
		t.Errorf("strength 0: %v, want all %d moves", turns, len(all.Moves))
	}
	chosen(t, db, text, opponent.Options{Strength: 15, Aggressive: true})
}
