package cli_test

import (
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/count"
	"github.com/foregone-db/foregone/solver"
)

// TestBritishSquare solves the standard board and, with the tag long, that with an opening on the
// centre. It compares the databases with the published figures.
func TestBritishSquare(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds, and many with the race detector")
	}
	type playouts struct{ Total, First, Second, Draws uint64 }
	for _, test := range []struct {
		spec      string
		positions uint64
		digest    string
		openings  [5]string // the first player's score, by row from the top; * may not be played
		playouts  playouts
	}{
		{
			"british-square", 8_659_987, "bbb1d97aed614079900e1ab7d51fcf3aa02238c0720b082ba78192c4af2fc61e",
			[5]string{"11111", "12021", "10*01", "12021", "11111"},
			playouts{4_233_789_642_926_592, 2_179_847_574_830_592, 1_174_071_341_606_400, 879_870_726_489_600},
		},
		{
			"british-square:center=true", 8_659_992, "3c7b8520ffb54c3afc2cbb57814b3ccb2a4a01434d9b5190d57f805b3a94ed5d",
			[5]string{"11111", "12021", "10201", "12021", "11111"},
			// Not published.
			playouts{4_355_724_338_288_640, 2_277_631_614_666_240, 1_186_510_625_740_800, 891_582_097_881_600},
		},
	} {
		t.Run(test.spec, func(t *testing.T) {
			if test.spec != "british-square" && !slow {
				t.Skip("run with the tag long")
			}
			g := britishSquare(t, test.spec)
			dir := filepath.Join(t.TempDir(), "db")
			if _, err := solver.Solve(t.Context(), g, solver.Options{Dir: dir}); err != nil {
				t.Fatal(err)
			}
			// A discovered game need not be discovered again.
			d := britishsquare.Definition()
			d.New = func(engine.Spec) (engine.Game, error) { return g, nil }
			db, err := query.Open(dir, games.NewRegistry(d), query.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			stats, err := db.Stats()
			if err != nil {
				t.Fatal(err)
			}
			if stats.Positions != test.positions || stats.Start.Verdict.String() != "+2" || stats.LongestWin != nil || stats.SHA256 != test.digest {
				t.Errorf("stats %+v, want %d positions, score +2, digest %s", stats, test.positions, test.digest)
			}
			n, err := count.Games(t.Context(), g, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			if got := (playouts{n.Total.Uint64(), n.First.Uint64(), n.Second.Uint64(), n.Draws.Uint64()}); got != test.playouts {
				t.Errorf("complete games %+v, want %+v", got, test.playouts)
			}
			if *n.Finished != (count.Finished{Positions: 6955, First: 3599, Second: 2506, Draws: 850}) {
				t.Errorf("finished positions %+v, want 6955, 3599, 2506, 850", n.Finished)
			}

			start, _ := g.Start()
			moves, err := db.Moves(t.Context(), start, false)
			if err != nil {
				t.Fatal(err)
			}
			openings := [5][]byte{}
			for row := range openings {
				openings[row] = []byte("*****")
			}
			for _, m := range moves.Moves {
				value := m.Verdict.String()
				openings['5'-m.Turn[1]][m.Turn[0]-'a'] = value[len(value)-1]
			}
			for row, want := range test.openings {
				if string(openings[row]) != want {
					t.Errorf("openings of row %d are worth %s, want %s", 5-row, openings[row], want)
				}
			}
			line, err := db.Line(t.Context(), start)
			if err != nil || line.End != engine.Win || len(line.Moves) < 13 {
				t.Errorf("best play is %+v, %v", line, err)
			}
			for p, turn := start, 0; turn < len(line.Moves); turn++ {
				r, err := g.Play(p, line.Moves[turn])
				if err != nil {
					t.Fatal(err)
				}
				p = r.To
				if v, over := g.Finished(p); over != (turn == len(line.Moves)-1) || over && g.Kind().Points(v)*(1-turn%2*2) != -2 {
					t.Errorf("after turn %d of best play the game is over: %v, with %s", turn+1, over, g.Kind().Text(v))
				}
			}
			report, err := solver.Verify(t.Context(), g, db.Table(), solver.VerifyOptions{Sample: 100_000})
			if err != nil || report.Failed > 0 {
				t.Errorf("%+v, %v", report, err)
			}
		})
	}
}

func britishSquare(t *testing.T, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, britishsquare.Definition(), text)
}
