package policy_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pig"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
	"github.com/foregone-db/foregone/solver"
)

// pigTo returns a database of pig.
func pigTo(t *testing.T, goal int) *query.DB {
	t.Helper()
	registry := games.NewRegistry(pig.Definition())
	spec, err := registry.Parse(fmt.Sprintf("pig:goal=%d", goal), nil)
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

// holds holds after any roll; it wins where that is the only move.
var holds = policy.Func(func(string) (string, error) { return "hold", nil })

// heldWins returns the probability that a player who holds after each roll of two or more wins pig against perfect
// play, moving first or second. It iterates by the rules of pig, and takes of perfect play when it holds.
func heldWins(t *testing.T, db *query.DB, goal int, first bool) float64 {
	t.Helper()
	stops := map[[3]int]bool{} // the points of perfect play, of the other, and of the turn: perfect play holds
	for own := range goal {
		for other := range goal {
			for turn := 2; own != 1 && other != 1 && own+turn < goal; turn++ {
				value := func(text string) float64 {
					a, err := db.Value(parsed(t, db, text))
					if err != nil {
						t.Fatal(err)
					}
					return db.Game().Kind().Float(a.Verdict.Value)
				}
				stops[[3]int{own, other, turn}] = 1-value(fmt.Sprintf("%d:%d+0", other, own+turn)) > value(fmt.Sprintf("%d:%d+%d", own, other, turn))
			}
		}
	}
	type state struct {
		held, perfect, turn int
		own                 bool // who holds moves
	}
	win := map[state]float64{}
	for change := 1.0; change > 1e-13; {
		change = 0
		for held := range goal {
			for perfect := range goal {
				for turn := range goal - perfect {
					for _, own := range []bool{true, false} {
						s, sum := state{held, perfect, turn, own}, 0.0
						if own && turn > 0 {
							continue
						}
						sum = win[state{held, perfect, 0, !own}]
						for number := 2; number <= 6; number++ {
							switch {
							case own && held+number >= goal:
								sum++
							case own:
								sum += win[state{held + number, perfect, 0, false}]
							case perfect+turn+number >= goal:
							case stops[[3]int{perfect, held, turn + number}]:
								sum += win[state{held, perfect + turn + number, 0, true}]
							default:
								sum += win[state{held, perfect, turn + number, false}]
							}
						}
						change = max(change, math.Abs(sum/6-win[s]))
						win[s] = sum / 6
					}
				}
			}
		}
	}
	return win[state{0, 0, 0, first}]
}

func parsed(t *testing.T, db *query.DB, text string) engine.Position {
	t.Helper()
	p, err := db.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLosses compares what a policy loses a game with the difference between the value of the start and what it
// gets against perfect play.
func TestLosses(t *testing.T) {
	const goal, count = 15, 4000
	db := pigTo(t, goal)
	l, err := policy.TestChance(t.Context(), db, holds, policy.Options{Games: count, Seed: 3, Worst: 4})
	if err != nil {
		t.Fatal(err)
	}
	want := 1000 * (1 - heldWins(t, db, goal, true) - heldWins(t, db, goal, false)) // half of both sides' 2000 a win
	if off := math.Abs(l.PerGame - want); off > 4*l.Deviation || l.Deviation > 30 || l.Deviation <= 0 || want < 100 {
		t.Errorf("%v a game within %v, want %v", l.PerGame, l.Deviation, want)
	}
	if l.Games != count || l.Optimal >= l.Decisions || math.Abs(l.PerMove*float64(l.Decisions)-l.PerGame*count) > 1e-6 {
		t.Errorf("%+v", l)
	}
	if len(l.Worst) != 4 || l.Worst[0].Lost < l.Worst[3].Lost || l.Worst[0].Move != "hold" || l.Worst[0].Best != "roll" {
		t.Errorf("%+v", l.Worst)
	}
	again, _ := policy.TestChance(t.Context(), db, holds, policy.Options{Games: count, Seed: 3, Worst: 4})
	a, _ := json.Marshal(l)
	if b, _ := json.Marshal(again); string(a) != string(b) {
		t.Errorf("%s, and again %s", a, b)
	}
	best := policy.Func(func(question string) (string, error) {
		text, roll, _ := strings.Cut(question, " ")
		m, err := db.Moves(t.Context(), parsed(t, db, text), false)
		for _, r := range m.Rolls {
			if r.Name == roll {
				return r.Moves[0].Turn, err
			}
		}
		return "", err
	})
	if l, err := policy.TestChance(t.Context(), db, best, policy.Options{Games: 50}); err != nil || l.PerGame != 0 || l.Optimal != l.Decisions {
		t.Errorf("perfect play: %+v, %v", l, err)
	}
	wrong := policy.Func(func(string) (string, error) { return "pass", nil })
	if _, err := policy.TestChance(t.Context(), db, wrong, policy.Options{Games: 1}); err == nil || !strings.Contains(err.Error(), `answers "pass", which the roll does not allow`) {
		t.Errorf("an illegal move: %v", err)
	}
	if _, err := policy.TestChance(t.Context(), open(t, "tictactoe", 0), holds, policy.Options{Games: 1}); !engine.IsInput(err) {
		t.Errorf("no dice: %v", err)
	}
}
