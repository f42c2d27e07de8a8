package enginetest

import (
	"maps"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Situation is a position in which a rule may come up: see Occurs of [Options].
type Situation struct {
	Position engine.Position
	Text     string        // its notation
	Moves    []engine.Move // none where the game is over
	Finished bool          // the game is over
	End      engine.Value  // what it is worth, where it is
}

// checkOccurs: every rule that the game names comes up somewhere.
func checkOccurs(c *checker) {
	missing := maps.Clone(c.Occurs)
	// Rare ones are mostly at neither end of the indices.
	for _, n := range c.rand.Perm(len(c.sample)) {
		if len(missing) == 0 {
			return
		}
		p := c.g.At(c.sample[n])
		s := Situation{Position: p, Text: c.g.Text(p), Moves: c.g.Moves(p)}
		s.End, s.Finished = c.g.Finished(p)
		maps.DeleteFunc(missing, func(_ string, occurs func(Situation) bool) bool { return occurs(s) })
		for _, m := range s.Moves {
			// Many games do not store finished positions.
			if v, over := c.g.Finished(m.To); !m.Ended && over {
				s := Situation{Position: m.To, Text: c.g.Text(m.To), Finished: true, End: v}
				maps.DeleteFunc(missing, func(_ string, occurs func(Situation) bool) bool { return occurs(s) })
			}
		}
	}
	what := "any position"
	if !c.all {
		what = "any position that was looked at"
	}
	for _, rule := range slices.Sorted(maps.Keys(missing)) {
		c.fail("%q does not come up in %s of %s: what never happens is not tested, so run the kit on a variant where it does",
			rule, what, c.g.Spec())
	}
}

// reachedMost is how many positions are gone through for their twins, and reachedMoves how
// many moves are made to find them.
const (
	reachedMost  = 30_000
	reachedMoves = 250_000
)

// checkReachedTwins: play tells positions apart that are the same by symmetry. There are no more of one index than its weight
// says. Of a small game there are as many; where there are fewer, some cannot be reached, and nothing but the twins
// themselves or their number tells whether the weight is right. Where symbols tell the mover from the opponent a twin with
// the colours swapped looks the same: the weights of all positions count it, or those of none.
func checkReachedTwins(c *checker) {
	seen := map[engine.Position]bool{}
	twins := map[uint64]uint64{}
	var open []engine.Position
	add := func(p engine.Position) {
		if _, stored := c.g.Index(p); stored && !seen[p] {
			seen[p] = true
			open = append(open, p)
		}
	}
	for _, i := range c.sample {
		add(c.g.At(i))
	}
	if start, ok := c.g.Start(); ok {
		add(start)
	}
	moves := 0
	for len(open) > 0 && moves < reachedMoves {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		i, _ := c.g.Index(p)
		successors, _ := c.successors(i)
		if len(successors) == 0 {
			continue // an index may stand for all positions that are over, or that a move ends
		}
		twins[i]++
		moves += len(successors)
		if len(seen) > reachedMost {
			continue
		}
		results := c.g.AppendResults(nil, p)
		moves += len(results)
		for _, r := range results {
			if !r.Ended && len(seen) <= reachedMost {
				add(r.To)
			}
		}
	}
	whole := c.all && len(open) == 0 && len(seen) <= reachedMost
	colours := c.looksTwice(twins)
	for _, i := range slices.Sorted(maps.Keys(twins)) {
		twins[i] *= colours
		switch n, w := twins[i], c.g.Weight(i); {
		case n > w:
			c.fail("position %s has weight %d, and play leads to %d positions with its index", c.name(i), w, n)
		case n < w && whole && c.Twins == nil && c.Positions == 0:
			c.fail("position %s has weight %d, and play leads to %d positions with its index: say Options.Twins, or the number of all positions as Options.Positions, so that the weight can be checked",
				c.name(i), w, n)
		}
	}
}

// looksTwice returns 2 where symbols tell the mover from the opponent, and some position looks as its twin with the
// colours swapped does, which its weight counts: so do all, then. Else it returns 1.
func (c *checker) looksTwice(twins map[uint64]uint64) uint64 {
	if !c.g.Parts().Depiction.Relative {
		return 1
	}
	for i, n := range twins {
		if c.g.Weight(i) < 2*n {
			return 1
		}
	}
	return 2
}
