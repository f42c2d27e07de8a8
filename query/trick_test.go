package query_test

import (
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/querytest"
)

// TestTrick measures by hand: three replies draw, two lose in 6 plies, one in 12.
func TestTrick(t *testing.T) {
	v := func(text string) query.Verdict {
		value, err := engine.Wide.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return query.Verdict{Kind: engine.Wide, Value: value, Known: true}
	}
	got := query.TrickOf([]query.Reply{{Verdict: v("draw"), Results: 3}, {Verdict: v("loss-12"), Results: 1}, {Verdict: v("loss-6"), Results: 2}}, -1)
	// Who sees 4 or 5 plies takes one of six, who sees up to 10 one of four.
	if want := (2*3.0/6 + 5*1.0/4) / 7; got.Replies != 6 || got.Keep != 3 || got.Lose != 3 || got.Depth != 12 || math.Abs(got.Chance-want) > 1e-12 {
		t.Errorf("%+v, want a chance of %v", got, want)
	}
	// For a judge who sees 7 plies the deep loss is a draw, too.
	if got := query.TrickOf([]query.Reply{{Verdict: v("draw"), Results: 3}, {Verdict: v("loss-12"), Results: 1}, {Verdict: v("loss-6"), Results: 2}}, 7); got.Keep != 4 {
		t.Errorf("%+v", got)
	}
}

// TestTricky compares the measure with the lists of replies at all positions of small games.
func TestTricky(t *testing.T) {
	for _, game := range []string{"tictactoe", "quixo:size=3"} {
		db := querytest.Of(t, game, tictactoe.Definition(), quixo.Definition())
		for i := uint64(0); i < db.Game().Size(); i += 7 {
			p := db.Game().At(i)
			m, err := db.Tricky(t.Context(), p, false)
			if err != nil {
				t.Fatal(err)
			}
			for k, move := range m.Moves {
				if k > 0 && query.Compare(m.Moves[k-1].Verdict, move.Verdict) > 0 {
					t.Errorf("%s: %s after a worse move", m.Text, move.Turn)
				}
				if move.Ended {
					continue
				}
				all, err := db.Moves(t.Context(), move.To, false)
				if err != nil {
					t.Fatal(err)
				}
				keep, lose := uint64(0), uint64(0)
				for _, r := range all.Moves {
					if r.Verdict.Outcome() == all.Moves[0].Verdict.Outcome() {
						keep++
					}
					if r.Verdict.Outcome() == engine.Loss {
						lose++
					}
				}
				if move.Trick.Keep != keep || move.Trick.Lose != lose || move.Trick.Replies != uint64(len(all.Moves)) {
					t.Errorf("%s, %s: %+v, want %d of %d, %d lose", m.Text, move.Turn, move.Trick, keep, len(all.Moves), lose)
				}
			}
			if len(m.Moves) > 0 && m.Trickiest == "" {
				t.Errorf("%s: no trickiest move", m.Text)
			}
		}
	}
}
