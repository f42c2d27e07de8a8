package cli_test

import (
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/engine/awari"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// TestSectionsOfScores checks that the slices of a game of scores count each position once, by the
// sign of its score.
func TestSectionsOfScores(t *testing.T) {
	registry := games.NewRegistry(awari.Definition())
	spec, err := registry.Parse("awari:stones=6", nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := registry.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "db")
	if _, err := solver.Solve(t.Context(), g, solver.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	db, err := query.Open(dir, registry, query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sections, err := query.Sections(t.Context(), db, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(sections) != 7 {
		t.Fatalf("%d sections", len(sections))
	}
	for n, s := range sections {
		want := [3]uint64{}
		for _, c := range s.Counts {
			switch points := g.Kind().Points(c.Verdict.Value); {
			case points > 0:
				want[0] += c.Positions
			case points == 0:
				want[1] += c.Positions
			default:
				want[2] += c.Positions
			}
		}
		if got := [3]uint64{s.Won, s.Drawn, s.Lost}; got != want || want[0]+want[1]+want[2] != s.Positions || s.Positions != g.Slices()[n].Size {
			t.Errorf("%s: %d of %d positions, want %d", s.Name, got, s.Positions, want)
		}
	}
	// With two stones, 25 positions win both and 40 lose them.
	if s := sections[2]; s.Won != 25 || s.Drawn != 13 || s.Lost != 40 {
		t.Errorf("two stones: %+v", s)
	}
}
