package pushfight_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/query"
)

// wholeTable is the environment variable with the folder of the full game's database.
const wholeTable = "FOREGONE_PUSHFIGHT"

// TestPublished compares a table of the full game with all published results: the number of
// minimized positions with each value, sample positions of each, reachable or not, and the longest
// win.
func TestPublished(t *testing.T) {
	dir := os.Getenv(wholeTable)
	if dir == "" {
		t.Skip("$" + wholeTable + " names no folder with the database of the full game")
	}
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	t.Run("counts", func(t *testing.T) { checkCounts(t, db) })
	t.Run("samples", func(t *testing.T) { checkSamples(t, db) })
	t.Run("line", func(t *testing.T) { checkLine(t, db) })
}

// published returns the rows of a published file.
func published(t *testing.T, name string) [][]string {
	return enginetest.Figures(t, "../../engine/pushfight/testdata/published/"+name)
}

func number(t *testing.T, text string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func checkCounts(t *testing.T, db *query.DB) {
	stats, err := db.Stats()
	if err != nil {
		t.Fatal(err)
	}
	got := map[engine.Value]uint64{}
	for _, c := range stats.Counts {
		got[c.Verdict.Value] = c.Positions
	}
	rows := published(t, "values.tsv")
	for _, row := range rows {
		if v := engine.Value(number(t, row[0])); got[v] != number(t, row[2]) {
			t.Errorf("value %d: %d positions, want %s", v, got[v], row[2])
		}
	}
	if len(got) != len(rows) {
		t.Errorf("%d values, want %d", len(got), len(rows))
	}
}

func checkSamples(t *testing.T, db *query.DB) {
	for _, row := range published(t, "samples.tsv") {
		p, err := db.Game().Parse(row[1])
		if err != nil {
			t.Fatal(err)
		}
		a, err := db.Value(p)
		if err != nil {
			t.Fatal(err)
		}
		if v := engine.Value(number(t, row[0])); a.Verdict.Value != v {
			t.Errorf("%s: value %d, want %d", row[1], a.Verdict.Value, v)
		}
	}
}

// checkLine plays the published line: each turn leads one ply nearer to the end.
func checkLine(t *testing.T, db *query.DB) {
	row := published(t, "longest.tsv")[0]
	p, err := db.Game().Parse(row[0])
	if err != nil {
		t.Fatal(err)
	}
	turns := row[1:]
	for n := range turns {
		a, err := db.Value(p)
		if err != nil {
			t.Fatal(err)
		}
		if plies, _ := a.Verdict.Plies(); plies != len(turns)-n {
			t.Fatalf("before turn %d: %v, want %d plies", n+1, a.Verdict, len(turns)-n)
		}
		result, err := db.Game().Play(p, turns[n])
		if err != nil {
			t.Fatal(err)
		}
		if n == len(turns)-1 {
			if !result.Ended {
				t.Error("the last turn does not end the game")
			}
			return
		}
		p = result.To
	}
}
