package pushfight

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	rules "github.com/foregone-db/foregone/engine/pushfight"
)

// TestPublishedCounts compares the counts with the size of the game and, where they
// are at hand, with the published ones.
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
	text, err := os.ReadFile("../../../shared/data/pushfight/values.tsv")
	if err != nil {
		t.Skip("the published counts are not here: ", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	if len(lines) != len(c.Values) {
		t.Fatalf("%d values are published", len(lines))
	}
	for v, line := range lines {
		fields := strings.Split(line, "\t")
		if fields[0] != strconv.Itoa(v) || fields[2] != strconv.FormatUint(c.Values[v], 10) {
			t.Errorf("value %d: %d, published %s", v, c.Values[v], line)
		}
	}
}
