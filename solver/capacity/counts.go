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
	inOne     uint64   // won with this turn
	losses    uint64   // lost in two plies or more
	wins      uint64   // won in three plies or more
	open      []uint64 // by phase: not decided by the phases before it
	phases    []uint64 // by phase: decided in it
}

// totalsOf makes them of the number of positions by value byte.
func totalsOf(byValue []uint64) totals {
	var c totals
	for v, n := range byValue {
		c.positions += n
		switch {
		case v == 2:
			c.inOne = n
		case v > 2 && v%2 == 0:
			c.wins += n
		case v > 2:
			c.losses += n
		}
	}
	rest := c.positions
	for _, n := range byValue[1:] {
		c.open = append(c.open, rest)
		c.phases = append(c.phases, n)
		rest -= n
	}
	return c
}
