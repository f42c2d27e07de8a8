package query_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// TestBranching counts the moves of all positions in another way, and checks the size and the mean
// of a sample.
func TestBranching(t *testing.T) {
	db := exampleDB()
	defer db.Close()
	want := query.Branching{Positions: db.Game().Size(), All: true}
	scratch, total := db.Game().NewScratch(), 0
	for i := range db.Game().Size() {
		successors, ends := scratch.AppendSuccessors(nil, i)
		if ends&engine.Over != 0 {
			want.Finished++
		}
		n := len(db.Game().Moves(db.Game().At(i)))
		if n < len(successors) {
			t.Fatalf("#%d has %d moves and %d successors", i, n, len(successors))
		}
		if n == 1 {
			want.Forced++
		}
		total += n
		want.Most = max(want.Most, n)
	}
	want.Mean = float64(total) / float64(want.Positions-want.Finished)
	got, err := db.Branching(t.Context(), 1<<20, 1)
	if err != nil || got != want {
		t.Errorf("%+v (%v), want %+v", got, err, want)
	}
	some, err := db.Branching(t.Context(), 2000, 1)
	if err != nil || some.Positions != 2000 || some.All || some.Mean < .8*want.Mean || some.Mean > 1.2*want.Mean {
		t.Errorf("of 2000: %+v (%v)", some, err)
	}
}
