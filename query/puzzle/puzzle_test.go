package puzzle_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/connectfour"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/opponent"
	"github.com/foregone-db/foregone/query/puzzle"
	"github.com/foregone-db/foregone/query/querytest"
)

// database returns a database of a game, solved naively.
func database(t *testing.T, text string) *query.DB {
	t.Helper()
	return querytest.Of(t, text, tictactoe.Definition(), britishsquare.Definition(), quixo.Definition(), connectfour.Definition())
}

func find(t *testing.T, db *query.DB, o puzzle.Options) *puzzle.Found {
	t.Helper()
	found, err := puzzle.Find(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// winning returns the winning moves at a position, and all.
func winning(t *testing.T, db *query.DB, p engine.Position) (won, all []query.Move) {
	t.Helper()
	m, err := db.Moves(t.Context(), p, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range m.Moves {
		if move.Verdict.Result() == engine.Win {
			won = append(won, move)
		}
	}
	return won, m.Moves
}

// single reports whether the player to move has one winning move here and at each later turn
// against best replies.
func single(t *testing.T, db *query.DB, p engine.Position) bool {
	won, _ := winning(t, db, p)
	if len(won) != 1 {
		return false
	}
	if won[0].Ended {
		return true
	}
	_, replies := winning(t, db, won[0].To)
	for _, r := range replies {
		if r.Verdict == replies[0].Verdict && !r.Ended && !over(t, db, r.To) && !single(t, db, r.To) {
			return false
		}
	}
	return true
}

func over(t *testing.T, db *query.DB, p engine.Position) bool {
	_, all := winning(t, db, p)
	return len(all) == 0
}

// TestAll counts the puzzles of whole tables from every position's moves, of one length, of all,
// and with one winning move throughout. It also checks the puzzles returned.
func TestAll(t *testing.T) {
	all := []string{"british-square:width=3,height=3", "quixo:size=3", "connect-four:width=4,height=3,line=3", "tictactoe"}
	if testing.Short() {
		all = all[:2]
	}
	for _, game := range all {
		db := database(t, game)
		scores := db.Game().Kind() == engine.Score
		ones, throughout := map[int]uint64{}, map[int]uint64{}
		for i := range db.Game().Size() {
			a, err := db.At(i)
			if err != nil {
				t.Fatal(err)
			}
			won, moves := winning(t, db, a.Position)
			if len(won) != 1 || len(moves) < 2 {
				continue
			}
			plies, _ := a.Verdict.Plies()
			ones[(plies+1)/2]++
			if single(t, db, a.Position) {
				throughout[(plies+1)/2]++
			}
		}
		lengths := []int{1, 2, 3}
		if scores {
			lengths = []int{0}
		}
		for _, turns := range lengths {
			for _, o := range []puzzle.Options{{Turns: turns, N: 1000}, {Turns: turns, N: 1000, Throughout: true, Workers: 1}} {
				want := ones[turns]
				if o.Throughout {
					want = throughout[turns]
				}
				found, err := puzzle.Find(t.Context(), db, o)
				if engine.IsInput(err) && want == 0 {
					continue // no win takes that many turns
				} else if err != nil {
					t.Fatal(err)
				}
				if found.Puzzling != want || found.Looked != found.Stored {
					t.Errorf("%s, %+v: %d puzzles of %d positions of %d, want %d", game, o, found.Puzzling, found.Looked, found.Stored, want)
				}
				check(t, db, found.Puzzles, turns)
			}
		}
	}
}

// check checks puzzles against their positions' moves.
func check(t *testing.T, db *query.DB, puzzles []puzzle.Puzzle, turns int) {
	t.Helper()
	for k, p := range puzzles {
		won, all := winning(t, db, p.Position)
		if len(won) != 1 || won[0].Turn != p.Turn || len(all) != p.Moves || p.Turns() != turns {
			t.Fatalf("%s: %d winning moves of %d, %s in %d", p.Text, len(won), len(all), p.Turn, p.Turns())
		}
		if got := single(t, db, p.Position); got != p.Throughout {
			t.Errorf("%s: throughout %v, want %v", p.Text, p.Throughout, got)
		}
		if p.Line.Moves[0] != p.Turn || p.Losing > p.Tempting || p.Tempting >= p.Moves || p.Difference < 0 || p.Difference > 1 {
			t.Errorf("%s makes no sense: %+v", p.Text, p)
		}
		if k > 0 && p.Hardness > puzzles[k-1].Hardness {
			t.Errorf("%s is harder than the one before", p.Text)
		}
		for strength := 0; p.Strength >= 0 && strength <= opponent.Perfect; strength++ {
			best := opponent.Best(all, opponent.Sight(strength))
			if sure := len(best) == 1 && best[0].Turn == p.Turn; sure != (strength >= p.Strength) && strength >= p.Strength-1 {
				t.Errorf("%s: strength %d is sure: %v, want %d and above", p.Text, strength, sure, p.Strength)
			}
		}
		for _, q := range puzzles[:k] {
			if differ(db.Game().Text(p.Position), q.Text) <= 2 {
				t.Errorf("%s and %s are nearly the same", p.Text, q.Text)
			}
		}
	}
}

func differ(a, b string) (n int) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// TestMirrored checks that no puzzle is nearly another one upside down.
func TestMirrored(t *testing.T) {
	db := database(t, "tictactoe")
	found := find(t, db, puzzle.Options{N: 100})
	for k, p := range found.Puzzles {
		for _, q := range found.Puzzles[:k] {
			rows := []string{q.Text[6:9], q.Text[3:6], q.Text[0:3]}
			if differ(p.Text, strings.Join(rows, "")) <= 2 {
				t.Errorf("%s is nearly %s upside down", p.Text, q.Text)
			}
		}
	}
	if len(found.Puzzles) < 3 {
		t.Errorf("only %d puzzles", len(found.Puzzles))
	}
}

// TestBounded checks a bounded search: it examines the allowed number of positions, the same for
// one seed with any number of workers, others for another seed. It stops when it is cancelled.
func TestBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("a table of 67,163 positions is solved naively")
	}
	db := database(t, "connect-four:width=4,height=4")
	shown := func(o puzzle.Options) string {
		found := find(t, db, o)
		if found.Looked != 500 || found.Stored <= 500 {
			t.Errorf("%d positions of %d looked at", found.Looked, found.Stored)
		}
		b := &strings.Builder{}
		for _, p := range found.Puzzles {
			fmt.Fprintln(b, p.Text, p.Hardness)
		}
		return b.String()
	}
	first := shown(puzzle.Options{Turns: 2, Most: 500, Seed: 1})
	if again := shown(puzzle.Options{Turns: 2, Most: 500, Seed: 1, Workers: 1}); again != first {
		t.Errorf("the same seed finds\n%s and\n%s", first, again)
	}
	if other := shown(puzzle.Options{Turns: 2, Most: 500, Seed: 2}); other == first {
		t.Error("another seed finds the same")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := puzzle.Find(ctx, db, puzzle.Options{}); !errors.Is(err, ctx.Err()) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestRefused asks for numbers of turns in which no position is won.
func TestRefused(t *testing.T) {
	for game, turns := range map[string]int{"tictactoe": 9, "british-square:width=3,height=3": 2} {
		if _, err := puzzle.Find(t.Context(), database(t, game), puzzle.Options{Turns: turns}); !engine.IsInput(err) {
			t.Errorf("%s in %d turns: %v", game, turns, err)
		}
	}
}

// TestOfDay checks that a day always has the same puzzle, and that days differ.
func TestOfDay(t *testing.T) {
	db := database(t, "tictactoe")
	seen := map[string]bool{}
	for day := range 8 {
		text := fmt.Sprintf("2026-11-%02d", day+1)
		p, err := puzzle.OfDay(t.Context(), db, text)
		if err != nil || p == nil {
			t.Fatal(text, err)
		}
		if again, err := puzzle.OfDay(t.Context(), db, text); err != nil || again.Text != p.Text {
			t.Errorf("%s: %v and %v (%v)", text, p.Text, again.Text, err)
		}
		seen[p.Text] = true
	}
	if len(seen) < 3 {
		t.Errorf("eight days have %d puzzles", len(seen))
	}
}

// TestSheet checks that a sheet has every diagram and every solution.
func TestSheet(t *testing.T) {
	db := database(t, "connect-four:width=4,height=3,line=3")
	found := find(t, db, puzzle.Options{N: 5})
	sheet := puzzle.Sheet{Title: "Puzzles & more", Game: db.Game(), Puzzles: found.Puzzles}
	var b bytes.Buffer
	if err := sheet.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if strings.Count(text, "role=\"img\"") != 5 || !strings.Contains(text, "Puzzles &amp; more") || strings.Contains(text, "src=") {
		t.Errorf("%d diagrams", strings.Count(text, "role=\"img\""))
	}
	depicts := db.Game().Parts().Depiction
	for _, p := range found.Puzzles {
		if !strings.Contains(text, p.Solution(db.Game())) || !slices.Contains([]string{depicts.Name(0), depicts.Name(1)}, strings.Fields(p.Task(db.Game()))[0]) {
			t.Errorf("the sheet lacks %s", p.Solution(db.Game()))
		}
	}
}
