package enginetest

import (
	"maps"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// Situation is a position at which a rule may occur: see Occurs of [Options].
type Situation struct {
	Position engine.Position
	Text     string        // its notation
	Moves    []engine.Move // none if the game is over, or the mover has lost because he cannot move
	Finished bool          // the rules say that the game is over; a mover who lost because he cannot move is no such end
	End      engine.Value  // the value of a finished position
}

// checkOccurs: every rule that the options name occurs at some position.
func checkOccurs(c *checker) {
	missing := maps.Clone(c.Occurs)
	// Rare rules seldom occur at the ends of the index range.
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

// reachedMost bounds the positions that the check of twins visits, reachedMoves the moves that it
// makes. The bound is sampledMoves if the check alone does not decide the weights: in a large game,
// which it cannot walk to the end, and if [Options] has Twins.
const (
	reachedMost  = 30_000
	reachedMoves = 250_000
	sampledMoves = 25_000
)

// checkReachedTwins: play does not reach more positions of an index than its weight counts. In a
// small game it reaches all of them. If it reaches fewer, some are unreachable, and only Twins or
// Positions of [Options] can confirm the weight. If a game's symbols stand for mover and opponent,
// a twin with the colours swapped looks the same. Then the weights of all positions count such
// twins, or none does.
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
	moves, most := 0, reachedMoves
	if !c.all || c.Twins != nil {
		most = sampledMoves
	}
	for len(open) > 0 && moves < most {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		i, _ := c.g.Index(p)
		successors, _ := c.successors(i)
		if len(successors) == 0 {
			continue // one index may stand for all finished positions
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

// looksTwice returns 2 if weights count twins with the colours swapped, which look the same.
// Otherwise it returns 1.
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
