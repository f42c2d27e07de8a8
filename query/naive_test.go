package query_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
)

// variants returns small games of both kinds that have remoteness.
func variants(t testing.TB) map[string]engine.Game {
	r := games.NewRegistry(tictactoe.Definition())
	spec, err := r.Parse("tictactoe:width=2", nil)
	if err != nil {
		t.Fatal(err)
	}
	ttt, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]engine.Game{"tictactoe": ttt}
	for seed := range int64(3) {
		list[fmt.Sprintf("byte %d", seed)] = enginetest.RandomGame(seed, enginetest.Eventful(engine.Byte, 150, 3))
		list[fmt.Sprintf("wide %d", seed)] = enginetest.RandomGame(seed, enginetest.Eventful(engine.Wide, 150, 3))
	}
	return list
}

func TestAnswersAgreeWithNaive(t *testing.T) {
	for name, g := range variants(t) {
		t.Run(name, func(t *testing.T) {
			db, values := solved(t, g, registryOf(g), 0)
			for i := range g.Size() {
				p := g.At(i)
				a, err := db.Value(p)
				if err != nil {
					t.Fatal(err)
				}
				if want := (query.Verdict{Kind: g.Kind(), Value: values[i], Known: true}); a.Verdict != want || a.Index != i || !a.Stored {
					t.Fatalf("#%d has value %v at #%d, want %v", i, a.Verdict, a.Index, want)
				}
				checkMoves(t, db, p, a)
				checkLine(t, db, p, a)
			}
		})
	}
}

// checkMoves checks order, values and replies of the moves of p, whose value is a.
func checkMoves(t *testing.T, db *query.DB, p engine.Position, a query.Answer) {
	t.Helper()
	g := db.Game()
	m, err := db.Moves(t.Context(), p, true)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Moves) != len(g.Moves(p)) {
		t.Fatalf("%s has %d moves, want %d", a.Text, len(m.Moves), len(g.Moves(p)))
	}
	if len(m.Moves) > 0 && m.Moves[0].Verdict != a.Verdict {
		t.Fatalf("the best move of %s is worth %v, want %v", a.Text, m.Moves[0].Verdict, a.Verdict)
	}
	if !slices.IsSortedFunc(m.Moves, func(x, y query.Move) int {
		if c := query.Compare(x.Verdict, y.Verdict); c != 0 {
			return c
		}
		if x.Turn < y.Turn {
			return -1
		}
		return 1
	}) {
		t.Fatalf("the moves of %s are out of order: %+v", a.Text, m.Moves)
	}
	for _, move := range m.Moves {
		if move.Ended {
			if move.Text != "" || move.Replies != nil {
				t.Fatalf("%s ends the game, but has %+v", move.Turn, move)
			}
			continue
		}
		after, err := db.Moves(t.Context(), move.To, false)
		if err != nil {
			t.Fatal(err)
		}
		if worth, err := g.Kind().Back(after.Verdict.Value); err != nil || worth != move.Verdict.Value || move.Text != after.Text {
			t.Fatalf("%s from %s is worth %v, but leads to %s with %v", move.Turn, a.Text, move.Verdict, after.Text, after.Verdict)
		}
		var want []query.Reply
		for _, reply := range after.Moves {
			if n := len(want); n > 0 && want[n-1].Verdict == reply.Verdict {
				want[n-1].Results++
			} else {
				want = append(want, query.Reply{Verdict: reply.Verdict, Results: 1})
			}
		}
		if !slices.Equal(move.Replies, want) || move.Replies == nil {
			t.Fatalf("replies to %s from %s are %v, want %v", move.Turn, a.Text, move.Replies, want)
		}
	}
}

// checkLine plays the line of p to its end.
func checkLine(t *testing.T, db *query.DB, p engine.Position, a query.Answer) {
	t.Helper()
	g := db.Game()
	line, err := db.Line(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if line.End != a.Verdict.Outcome() {
		t.Fatalf("the line of %s ends in %v, want %v", a.Text, line.End, a.Verdict.Outcome())
	}
	plies, decided := a.Verdict.Plies()
	if decided && len(line.Moves) != plies {
		t.Fatalf("the line of %s has %d turns, want %d", a.Text, len(line.Moves), plies)
	}
	seen := []engine.Position{p}
	over := false
	for _, turn := range line.Moves {
		r, err := g.Play(p, turn)
		if err != nil || over {
			t.Fatalf("the line of %s cannot play %s: %v", a.Text, turn, err)
		}
		p, over = r.To, r.Ended
		seen = append(seen, p)
	}
	last := len(seen) - 1
	switch first := slices.Index(seen, p); {
	case line.Repeats >= 0 && (decided || first != line.Repeats || first == last):
		t.Fatalf("the line of %s says that it comes back to turn %d", a.Text, line.Repeats)
	case line.Repeats < 0 && first != last:
		t.Fatalf("the line of %s comes back to turn %d and does not say so", a.Text, first)
	case line.Repeats < 0 && !over && len(g.Moves(p)) > 0:
		t.Fatalf("the line of %s stops at %s", a.Text, g.Text(p))
	}
}

func TestPartialTables(t *testing.T) {
	const maxPhase = 3
	for name, g := range variants(t) {
		t.Run(name, func(t *testing.T) {
			db, _ := solved(t, g, registryOf(g), maxPhase)
			full := enginetest.Naive(g)
			unknown := 0
			for i := range g.Size() {
				p := g.At(i)
				plies, decided := g.Kind().Plies(full[i])
				want := query.Verdict{Kind: g.Kind(), Value: full[i], Known: true}
				if !decided || plies > maxPhase {
					want = query.Verdict{Kind: g.Kind()}
					unknown++
				}
				a, err := db.Value(p)
				if err != nil || a.Verdict != want {
					t.Fatalf("#%d has value %v, want %v (%v)", i, a.Verdict, want, err)
				}
				line, err := db.Line(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				if want.Known {
					checkLine(t, db, p, a)
				} else if line.End != engine.Unknown || len(line.Moves) != 0 {
					t.Fatalf("the line of #%d, which is unknown, is %+v", i, line)
				}
			}
			s, err := db.Stats()
			if err != nil {
				t.Fatal(err)
			}
			if got := int(s.Positions - s.Won() - s.Lost()); got != unknown || s.Drawn() != 0 {
				t.Fatalf("%d positions are unknown, %d drawn; want %d and none", got, s.Drawn(), unknown)
			}
		})
	}
}
