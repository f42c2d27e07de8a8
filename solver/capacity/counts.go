package capacity

import "github.com/foregone-db/foregone/engine"

// Counts are the published numbers of positions of a game by value.
type Counts struct {
	Game   string   // canonical spec
	Values []uint64 // by value, in the byte kind: 0 draws, n > 0 decided in n-1 plies
	Source string   // the publication
}

// fit returns an [engine.InputError] if the counts belong to another game.
func (c Counts) fit(g engine.Game) error {
	total := uint64(0)
	for _, n := range c.Values {
		total += n
	}
	if g.Spec().String() != c.Game || g.Kind() != engine.Byte || total != g.Size() {
		return engine.InputErrorf("the capacity of %s cannot be planned: the counts per value are of %d positions of %s", g.Spec(), total, c.Game)
	}
	return nil
}

// totals are the sums of the counts that a plan needs.
type totals struct {
	positions uint64
	inOne     uint64 // won with this turn
	losses    uint64 // lost in two plies or more
	wins      uint64 // won in three plies or more
}

func (c Counts) totals() (t totals) {
	for v, n := range c.Values {
		t.positions += n
		switch {
		case v == 2:
			t.inOne = n
		case v > 2 && v%2 == 0:
			t.wins += n
		case v > 2:
			t.losses += n
		}
	}
	return t
}
