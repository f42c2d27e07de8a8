package ur

import "testing"

// The numbers of positions are those of JeroenOlieslagers/game_of_ur (2026).
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		rules  string
		pieces int
		size   uint64
		slices int
	}{{"finkel", 7, 137_892_016, 29}, {"blitz", 5, 41_254_034, 16}, {"masters", 7, 500_981_472, 29}} {
		n := newNumbering(newRules(c.rules, c.pieces))
		last := n.parts[len(n.parts)-1]
		if got := last.first + last.size; got != c.size || len(n.parts) != c.slices {
			t.Errorf("%s with %d pieces: %d positions in %d slices, want %d in %d", c.rules, c.pieces, got, len(n.parts), c.size, c.slices)
		}
	}
	if over := newNumbering(newRules("finkel", 7)).parts[0].size; over != 137_892_016-137_870_097 {
		t.Errorf("%d positions are over", over)
	}
}
