package review_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/kalah"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/querytest"
	"github.com/foregone-db/foregone/query/review"
)

func database(t *testing.T, text string) *query.DB {
	t.Helper()
	return querytest.Of(t, text, tictactoe.Definition(), britishsquare.Definition(), quixo.Definition(), kalah.Definition())
}

// TestJudge plays random games and judges each move by the list of all moves of its position.
func TestJudge(t *testing.T) {
	for _, game := range []string{"tictactoe", "quixo:size=3", "british-square:width=3,height=3", "kalah:pits=2,seeds=2"} {
		db := database(t, game)
		rng := rand.New(rand.NewPCG(1, 1))
		classes := map[review.Class]int{}
		for range 40 {
			g := review.Game{}
			var want []review.Step
			p, _ := db.Game().Start()
			side := 1
			for len(g.Turns) < 30 {
				all, err := db.Moves(t.Context(), p, false)
				if err != nil {
					t.Fatal(err)
				}
				if len(all.Moves) == 0 {
					break
				}
				m := all.Moves[rng.IntN(len(all.Moves))]
				s := review.Step{Turn: m.Turn, By: side, Position: all.Text, Value: all.Verdict, Moved: m.Verdict, Class: review.Inexact}
				worse := func(a, b query.Verdict) bool {
					order := []engine.Outcome{engine.Win, engine.Draw, engine.Loss}
					return slices.Index(order, a.Result()) > slices.Index(order, b.Result())
				}
				if m.Verdict == all.Moves[0].Verdict {
					s.Class = review.Best
				} else if worse(m.Verdict, all.Moves[0].Verdict) {
					s.Class = review.Blunder
				}
				classes[s.Class]++
				g.Turns, g.Lines, want = append(g.Turns, m.Turn), append(g.Lines, 1), append(want, s)
				if m.Ended {
					break
				}
				if !engine.KeepsTurn(db.Game(), p, m.To) {
					side = 3 - side
				}
				p = m.To
			}
			r, err := review.Judge(t.Context(), db, g, true)
			if err != nil || r.Error != "" || len(r.Steps) != len(want) {
				t.Fatal(game, g.Turns, err, r.Error)
			}
			for i, s := range r.Steps {
				w := want[i]
				if s.Turn != w.Turn || s.By != w.By || s.Position != w.Position || s.Value != w.Value || s.Moved != w.Moved || s.Class != w.Class || s.Cost > 0 != (s.Class == review.Blunder) {
					t.Errorf("%s, %v: %+v, want %+v", game, g.Turns[:i+1], s, w)
				}
			}
			if sum := r.Sides[0].Turns + r.Sides[1].Turns; sum != len(want) {
				t.Errorf("%d turns of both sides, want %d", sum, len(want))
			}
		}
		if classes[review.Best] == 0 || classes[review.Blunder] == 0 {
			t.Errorf("%s: %v", game, classes)
		}
	}
}

// TestParse reads games in every form.
func TestParse(t *testing.T) {
	text := "# a comment\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. b2 {the\ncentre} a1! 2.c3?? $1 ; rest\n(2. a3 (a2) c1) c1 1-0\n\n" +
		"position: XX.OO....\r\nc3\r\n\r\na1 a2\n\nb1\n" + `{"position":"#5","moves":["a1","b1"]}` + "\n[FEN \"X\"]\nc2\n[Event \"y\"]\nc3 *"
	var got []string
	for _, g := range review.Parse("f", text) {
		got = append(got, fmt.Sprintf("%d %v %s %v %v", g.Number, g.Players, g.Position, g.Turns, g.Lines))
	}
	want := []string{
		"1 [Ann Bob] [b2 a1! 2.c3?? c1] [5 6 6 7]", "2 [ ] XX.OO.... [c3] [10]", "3 [ ] [a1 a2] [12 12]", "4 [ ] [b1] [14]",
		"5 [ ] #5 [a1 b1] [15 15]", "6 [ ] X [c2] [17]", "7 [ ] [c3] [19]",
	}
	for i := range got {
		got[i] = strings.Join(strings.Fields(got[i]), " ")
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestSummary counts a position that two games get wrong, in two orientations, once.
func TestSummary(t *testing.T) {
	db := database(t, "tictactoe")
	var s review.Summary
	for _, g := range review.Parse("", "b2 a2\n\nb2 b1\n\nb2 a1\n\n1. b2 b3? 2. a9") {
		r, err := review.Judge(t.Context(), db, g, false)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(r)
	}
	if err := s.Finish(t.Context(), db, 5); err != nil {
		t.Fatal(err)
	}
	if s.Games != 4 || s.Faulty != 1 || len(s.Worst) != 1 || s.Worst[0].Seen != 4 || s.Worst[0].Wrong != 3 || s.Worst[0].Best != "a1" || s.Sides[1].Blunders != 3 || *s.Sides[1].Accuracy != 25 {
		t.Errorf("%+v", s)
	}
}

// TestGraph checks that heights follow the first player.
func TestGraph(t *testing.T) {
	db := database(t, "tictactoe")
	r, err := review.Judge(t.Context(), db, review.Parse("", "b2 a2 a1 c3")[0], false)
	if err != nil {
		t.Fatal(err)
	}
	g := r.Graph()
	if len(g) != 5 || g[0] != 0 || g[1] != 0 || g[2] <= 0 || g[3] <= g[2] || g[4] != g[3] {
		t.Errorf("heights %v", g)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("1. b2 {a (b} c3)?? ; x\n[FEN \"#5\"]\n{\"moves\":[\"a1\"]}\n1-0")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range review.Parse("", text) {
			if len(g.Turns) == 0 || len(g.Turns) != len(g.Lines) {
				t.Errorf("%+v", g)
			}
		}
	})
}
