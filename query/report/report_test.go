package report_test

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/quixo"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/querytest"
	"github.com/foregone-db/foregone/query/report"
)

// database returns a database of a game, solved naively.
func database(t *testing.T, text string) *query.DB {
	t.Helper()
	return querytest.Of(t, text, tictactoe.Definition(), britishsquare.Definition(), quixo.Definition(), pushfight.Definition())
}

func study(t *testing.T, db *query.DB, o report.Options) *report.Figures {
	t.Helper()
	f, err := report.Study(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestTicTacToe compares with known facts about tic-tac-toe: perfect and strong play draw in nine
// plies; the first player wins 58.5 % of random games, the second 28.8 %.
func TestTicTacToe(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of games are played")
	}
	db := database(t, "tictactoe")
	f := study(t, db, report.Options{Games: 4000, Depth: 2, Seed: 1})
	strong, random := f.Playings[0], f.Playings[1]
	if f.Perfect != "draw" || strong.Drawn != 4000 || strong.Mean() != 9 || strong.Lengths[9] != 4000 {
		t.Errorf("perfect: %s; strong: %d drawn, %.2f plies", f.Perfect, strong.Drawn, strong.Mean())
	}
	near := func(what string, got, want, error float64) {
		t.Helper()
		if math.Abs(got-want) > error {
			t.Errorf("%s: %.3f, want %.3f", what, got, want)
		}
	}
	near("first", float64(random.First)/4000, .585, .025)
	near("second", float64(random.Second)/4000, .288, .025)
	near("advantage", random.Advantage(), 29.7, 4)
	near("winners", random.Decisive(), .873, .02)
	// With eight marks one move is left.
	near("forced", float64(random.Plies[8].Forced), float64(random.Plies[8].Positions), 0)
	if len(f.Openings) != 9 || len(f.Openings[0].Next) != 8 || f.Cut {
		t.Errorf("%d openings with %d replies", len(f.Openings), len(f.Openings[0].Next))
	}
	for _, o := range f.Openings {
		for _, reply := range o.Next {
			a, err := db.Game().Start()
			if !err {
				t.Fatal("no start")
			}
			first, _ := db.Game().Play(a, o.Turn)
			m, fault := db.Play(first.To, reply.Turn)
			if fault != nil || m.Verdict.String() != reply.Value {
				t.Errorf("%s %s is worth %v, not %s", o.Turn, reply.Turn, m.Verdict, reply.Value)
			}
		}
	}
	for _, e := range f.Longest {
		if e.Verdict.String() != "W3" || len(e.Line.Moves) != 5 {
			t.Errorf("longest win %v: %v", e.Verdict, e.Line.Moves)
		}
	}
}

// TestSymmetry counts symmetric positions of tic-tac-toe by their texts.
func TestSymmetry(t *testing.T) {
	db := database(t, "tictactoe")
	f := study(t, db, report.Options{Games: 1, Depth: -1})
	turns := [][9]int{{2, 1, 0, 5, 4, 3, 8, 7, 6}, {6, 7, 8, 3, 4, 5, 0, 1, 2}, {8, 7, 6, 5, 4, 3, 2, 1, 0}, {0, 3, 6, 1, 4, 7, 2, 5, 8}, {8, 5, 2, 7, 4, 1, 6, 3, 0}, {6, 3, 0, 7, 4, 1, 8, 5, 2}, {2, 5, 8, 1, 4, 7, 0, 3, 6}}
	var drawn, decided uint64
	for i := range db.Game().Size() {
		a, err := db.At(i)
		if err != nil {
			t.Fatal(err)
		}
		swapped := strings.NewReplacer("X", "O", "O", "X").Replace(a.Text)
		alike := false
		for _, turn := range turns {
			var b [9]byte
			for k, from := range turn {
				b[k] = a.Text[from]
			}
			alike = alike || string(b[:]) == a.Text || string(b[:]) == swapped
		}
		if !alike || strings.Count(a.Text, ".") > 7 {
			continue
		}
		if a.Verdict.Outcome() == engine.Draw {
			drawn++
		} else {
			decided++
		}
	}
	if s := f.Symmetry; s.DrawnAlike != drawn || s.DecidedAlike != decided || s.Drawn != 1068 || s.Decided != 4410 {
		t.Errorf("%+v, want %d drawn and %d decided", s, drawn, decided)
	}
}

// TestSame checks that figures do not depend on the number of workers, in games of every kind of
// values and in one without a start, and that they do depend on the seed.
func TestSame(t *testing.T) {
	all := []string{"british-square:width=3,height=3", "quixo:size=3", "tictactoe", "pushfight:movers=0,pushers=2"}
	if testing.Short() {
		all = all[:2]
	}
	for _, game := range all {
		db := database(t, game)
		figures := func(o report.Options) string {
			o.Games, o.Depth, o.Sample = 10, 2, 200
			text, err := json.Marshal(study(t, db, o))
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		first := figures(report.Options{Seed: 1})
		if other := figures(report.Options{Seed: 1, Workers: 1}); other != first {
			t.Errorf("%s: one worker finds\n%s\nwant\n%s", game, other, first)
		}
		if other := figures(report.Options{Seed: 2}); other == first {
			t.Errorf("%s: another seed finds the same", game)
		}
	}
}

// TestPage checks that a page has all sections of all games, and loads nothing from elsewhere.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("four games are played often")
	}
	var all []*report.Figures
	for _, game := range []string{"tictactoe", "quixo:size=3", "british-square:width=3,height=3", "pushfight:movers=0,pushers=2"} {
		all = append(all, study(t, database(t, game), report.Options{Games: 10, Depth: 1, Sample: 200}))
	}
	var b bytes.Buffer
	if err := report.WriteHTML(&b, all); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for what, n := range map[string]int{"<section>": 4, "<h3>Lengths of games</h3>": 4, "<h3>Openings</h3>": 3, "<h3>Longest wins</h3>": 3, "<h3>Highest scores</h3>": 1, "<h3>Symmetric draws</h3>": 4, "no single start": 1, "begun at random positions": 1} {
		if got := strings.Count(page, what); got != n {
			t.Errorf("%q stands there %d times, want %d", what, got, n)
		}
	}
	if found := regexp.MustCompile(`(?:src|href)=|<script|url\(|NaN|Inf`).FindString(page); found != "" {
		t.Errorf("the page has %s", found)
	}
	if n := strings.Count(page, "<td>"); n != 4*strings.Count(page, "scope=\"row\"") {
		t.Errorf("the table has %d cells", n)
	}
}

// TestPartial checks that tables with unknown values are refused.
func TestPartial(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition())
	db := querytest.Open(t, registry, enginetest.OpenIn(t, registry, "tictactoe"), 2)
	if _, err := report.Study(t.Context(), db, report.Options{}); !engine.IsInput(err) {
		t.Error(err)
	}
}
