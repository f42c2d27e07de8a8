package enginetest

import (
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
)

// checkRolls: the rolls of a game of chance have weights with the declared sum, and moves, which lead to
// stored positions, or within the turn to lower places. Together they are the successors.
func checkRolls(c *checker) {
	dice := c.g.Parts().Dice
	for n := 0; dice != nil && n < len(c.few); n++ {
		i := c.few[n]
		base := c.g.Size() + i*dice.Places
		found := c.checkPlace(nil, i, base, dice.Places)
		for k := range dice.Places {
			found = c.checkPlace(found, base+k, base, k)
		}
		slices.Sort(found)
		if list, _ := c.successors(i); !slices.Equal(slices.Compact(list), slices.Compact(found)) {
			c.fail("the rolls of %s lead to %v, its successors are %v", c.name(i), found, list)
		}
	}
}

// checkPlace checks a position or a place, and appends the stored positions that it leads to.
func (c *checker) checkPlace(found []uint64, at, base, below uint64) []uint64 {
	var r fast.Rolls
	ends, sum := c.scratch.Roller.Roll(&r, at), uint64(0)
	for n, weight := range r.Weights {
		if sum += uint64(weight); weight == 0 || len(r.Of(n)) == 0 {
			c.fail("roll %d of index %d has the weight %d and %d moves: want both above 0; a roll without a legal move has one that passes", n, at, weight, len(r.Of(n)))
		}
	}
	if want := c.g.Parts().Dice.Sum; len(r.Weights) > 0 && (sum != want || ends != 0) {
		c.fail("the weights of index %d have the sum %d and ends %s: want %d and none", at, sum, endsText(ends), want)
	}
	for _, m := range r.Moves {
		if m.End == 0 && m.To < c.g.Size() {
			found = append(found, m.To)
		} else if m.End == 0 && m.To-base >= below {
			c.fail("index %d leads to index %d: want a stored position or a lower place of the turn, from %d on", at, m.To, base)
		}
	}
	return found
}
