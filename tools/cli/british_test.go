package cli_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/tools/cli"
)

// TestBritishSquare solves the standard board, both with and without an opening on the
// centre, and compares what the commands say with the published figures.
func TestBritishSquare(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds with the race detector")
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
			// Not published; the first is the published one and 48 times what follows
			// on the centre, but that is no check of the parts.
			playouts{4_355_724_338_288_640, 2_277_631_614_666_240, 1_186_510_625_740_800, 891_582_097_881_600},
		},
	} {
		t.Run(test.spec, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "db")
			run := func(answer any, args ...string) {
				t.Helper()
				var out, messages bytes.Buffer
				args = append([]string{"foregone"}, args...)
				if status := cli.Run(t.Context(), engine.NewRegistry(britishsquare.Definition()), args, nil, &out, &messages); status != 0 {
					t.Fatalf("%q: exit status %d, %s", args, status, messages.String())
				}
				if answer != nil {
					if err := json.Unmarshal(out.Bytes(), answer); err != nil {
						t.Fatalf("%q: %v in %s", args, err, out.String())
					}
				}
			}
			run(nil, "solve", test.spec, "--db", db, "-q")
			var stats struct {
				Positions  uint64
				Start      struct{ Score int }
				LongestWin *int   `json:"longest_win"`
				SHA256     string `json:"table_sha256"`
				Playouts   struct {
					playouts
					Finished struct{ Positions, First, Second, Draws uint64 }
				}
			}
			run(&stats, "stats", "--db", db, "--playouts", "--json")
			if stats.Positions != test.positions || stats.Start.Score != 2 || stats.LongestWin != nil || stats.SHA256 != test.digest {
				t.Errorf("stats %+v, want %d positions, score 2, digest %s", stats, test.positions, test.digest)
			}
			if stats.Playouts.playouts != test.playouts {
				t.Errorf("complete games %+v, want %+v", stats.Playouts.playouts, test.playouts)
			}
			if f := stats.Playouts.Finished; f.Positions != 6955 || f.First != 3599 || f.Second != 2506 || f.Draws != 850 {
				t.Errorf("finished positions %+v, want 6955, 3599, 2506, 850", f)
			}

			const empty = "......................... 1"
			var moves struct {
				Value string
				Moves []struct{ Move, Value string }
			}
			run(&moves, "moves", "--db", db, "--json", empty)
			openings := [5][]byte{}
			for row := range openings {
				openings[row] = []byte("*****")
			}
			for _, m := range moves.Moves {
				openings['5'-m.Move[1]][m.Move[0]-'a'] = m.Value[len(m.Value)-1]
			}
			for row, want := range test.openings {
				if string(openings[row]) != want {
					t.Errorf("openings of row %d are worth %s, want %s", 5-row, openings[row], want)
				}
			}
			if moves.Value != "+2" {
				t.Errorf("the start is worth %s, want +2", moves.Value)
			}
			var line struct {
				Moves []string
				End   string
			}
			run(&line, "line", "--db", db, "--json", empty)
			if line.End != "win" || len(line.Moves) < 10 {
				t.Errorf("best play is %+v", line)
			}
			run(nil, "verify", "--db", db, "--sample", "100000", "-q")
		})
	}
}
