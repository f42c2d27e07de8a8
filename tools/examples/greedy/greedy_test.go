package greedy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/britishsquare"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/policy"
	"github.com/foregone-db/foregone/solver"
)

// TestGreedy asks the program for moves.
func TestGreedy(t *testing.T) {
	for _, test := range []struct{ position, flags, move, wantErr string }{
		{position: "......... 1", move: "b3"}, // a side has three neighbours; the centre is forbidden
		{position: "......... 1", flags: "--center", move: "b2"},
		{position: "......................... 1", move: "b4"},
		{position: "1........ 2", move: "c2"},
		{position: "1.......2 1", move: "b3"},
		{position: ".1.121.1. 2", move: "pass"},
		{position: "...... 1", flags: "--width=3", move: "b2"},
		{position: "...... 1", flags: "--width=2", move: "a2"},
		{position: "...... 1", wantErr: "not a square board"},
		{position: "......... 3", wantErr: "who moves"},
		{position: "", wantErr: "who moves"},
		{position: " 1", wantErr: "not a square board"},
	} {
		c := exec.Command("python3", append([]string{"greedy.py"}, strings.Fields(test.flags)...)...)
		c.Stdin = strings.NewReader(test.position + "\n")
		out, err := c.CombinedOutput()
		if got := strings.TrimSpace(string(out)); test.wantErr == "" && (err != nil || got != test.move) || test.wantErr != "" && (err == nil || !strings.Contains(got, test.wantErr)) {
			t.Errorf("%q: %v, %s, want %s%s", test.position, err, got, test.move, test.wantErr)
		}
	}
}

// database returns a solved board of British Square.
func database(t *testing.T, text string) *query.DB {
	t.Helper()
	registry := games.NewRegistry(britishsquare.Definition())
	spec, err := registry.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := solver.Options{Dir: filepath.Join(t.TempDir(), "db")}
	g, err := solver.Open(t.Context(), registry, spec, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solver.Solve(t.Context(), g, o); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(o.Dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestProgram runs the program on all positions of a small board.
func TestProgram(t *testing.T) {
	db := database(t, "british-square:width=4,height=3")
	r, err := policy.Test(t.Context(), db, policy.Command{Line: "python3 greedy.py --width 4", Stderr: os.Stderr}, policy.Options{Walk: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Asked+r.Finished != db.Game().Size() || r.Optimal == r.Asked || r.Start == nil {
		t.Errorf("%+v", r)
	}
}

// TestGreedyLoses shows that the rule fails on the standard board: the first player can win by 2, as
// published, but loses with this rule.
func TestGreedyLoses(t *testing.T) {
	if testing.Short() {
		t.Skip("solves the standard board")
	}
	db := database(t, "british-square")
	r, err := policy.Test(t.Context(), db, policy.Command{Line: "python3 greedy.py", Stderr: os.Stderr}, policy.Options{Sample: 2000, Walk: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	if share := float64(r.Optimal) / float64(r.Asked); share < 0.6 || share > 0.8 || r.GivenAway.WinLoss == 0 || *r.PointsLost == 0 {
		t.Errorf("%.2f optimal, %d wins given away, %d points", share, r.GivenAway.WinLoss, *r.PointsLost)
	}
	if r.Start.Value.String() != "+2" || len(r.Start.Walks) != 1 {
		t.Fatalf("from the start: %+v", r.Start)
	}
	if w := r.Start.Walks[0]; w.Side != "first" || w.Outcome != engine.Loss || w.Failure == nil || *w.Failure.Score >= 0 || len(w.Failure.Mistakes) == 0 {
		t.Errorf("from the start: %+v", w)
	}
}
