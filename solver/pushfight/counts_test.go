package pushfight

import (
	"strconv"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// publishedData is the folder of the published figures.
const publishedData = "../../engine/pushfight/testdata/published/"

// TestPublishedCounts compares the counts with the size of the game and with the published
// ones.
func TestPublishedCounts(t *testing.T) {
	g := enginetest.Open(t, rules.Definition(), "pushfight")
	c := PublishedCounts()
	var positions uint64
	for _, n := range c.Values {
		positions += n
	}
	if positions != g.Size() || g.Spec().String() != c.Game {
		t.Errorf("%d positions of %s, want %d of %s", positions, c.Game, g.Size(), g.Spec())
	}
	rows := enginetest.Figures(t, publishedData+"values.tsv")
	if len(rows) != len(c.Values) {
		t.Fatalf("%d values are published", len(rows))
	}
	for v, row := range rows {
		if row[0] != strconv.Itoa(v) || row[2] != strconv.FormatUint(c.Values[v], 10) {
			t.Errorf("value %d: %d, published %s", v, c.Values[v], row)
		}
	}
}
