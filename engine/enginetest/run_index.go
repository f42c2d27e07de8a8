package enginetest

import (
	"maps"
	"regexp"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// checkSlices: slices cover the indices, and play cannot return to a slice.
func checkSlices(c *checker) {
	names := map[string]bool{}
	next := uint64(0)
	for n, s := range c.slices {
		if s.First != next {
			c.fail("slice %d %q begins at %d, want %d, where the one before ends", n, s.Name, s.First, next)
		}
		next = s.First + s.Size
		if s.Name == "" || names[s.Name] {
			c.fail("slice %d has the name %q: want names, each once", n, s.Name)
		}
		names[s.Name] = true
		for _, e := range s.Exits {
			if e < 0 || e >= len(c.slices) || e == n {
				c.fail("slice %d %q has an exit to %d: want other slices, 0 to %d", n, s.Name, e, len(c.slices)-1)
				return
			}
		}
	}
	if next != c.g.Size() {
		c.fail("the slices end at %d, want the size of the game, %d", next, c.g.Size())
	}
	const open, done = 1, 2
	state := make([]int, len(c.slices))
	var visit func(n int)
	visit = func(n int) {
		state[n] = open
		for _, e := range c.slices[n].Exits {
			if state[e] == open {
				c.fail("slice %q can be re-entered: it can be left and reached again from %q", c.slices[e].Name, c.slices[n].Name)
			} else if state[e] == 0 {
				visit(e)
			}
		}
		state[n] = done
	}
	for n := range c.slices {
		if state[n] == 0 {
			visit(n)
		}
	}
}

// checkIndex: Index is the inverse of At.
func checkIndex(c *checker) {
	for _, i := range c.sample {
		p := c.g.At(i)
		if p == nil {
			c.fail("At(%d) is nil", i)
		} else if back, ok := c.g.Index(p); !ok || back != i {
			c.fail("Index(At(%d)) = %d, %v for %s, want %[1]d", i, back, ok, c.name(i))
		}
	}
	if p, ok := c.g.Start(); ok {
		if again, _ := c.g.Start(); p != again {
			c.fail("two calls of Start give the unequal positions %q and %q", c.g.Text(p), c.g.Text(again))
		}
	}
}

// checkWeights: weights agree with the slices' declarations, and their sum is right.
func checkWeights(c *checker) {
	for _, i := range c.sample {
		w, declared := c.g.Weight(i), c.slices[c.sliceOf(i)].Weight
		if w == 0 || declared != 0 && w != declared {
			c.fail("position %s has weight %d; its slice declares %d (0: varying)", c.name(i), w, declared)
		}
	}
	if c.Positions == 0 {
		return
	}
	var sum uint64
	for _, s := range c.slices {
		sum += s.Weight * s.Size
		for i := s.First; s.Weight == 0 && i < s.First+s.Size; i++ {
			sum += c.g.Weight(i)
		}
	}
	if sum != c.Positions {
		c.fail("the weights add up to %d, want %d", sum, c.Positions)
	}
}

// checkTwins: symmetric positions share the index, and the weight counts them.
func checkTwins(c *checker) {
	if c.Twins == nil {
		return
	}
	for _, i := range c.sample {
		p := c.g.At(i)
		distinct := map[engine.Position]bool{p: true}
		for _, q := range c.Twins(p) {
			distinct[q] = true
			if j, ok := c.g.Index(q); !ok || j != i {
				c.fail("%q, a twin of %s, has index %d, %v", c.g.Text(q), c.name(i), j, ok)
			}
		}
		if n := uint64(len(distinct)); n != c.g.Weight(i) {
			c.fail("position %s has weight %d and %d twins, itself included", c.name(i), c.g.Weight(i), n)
		}
	}
}

var orderName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// checkOrder: places are those of the positions sorted by group and index, Index is the inverse of Place,
// and no position leaves its slice.
func checkOrder(c *checker) {
	if c.g.Parts().Order == nil {
		return
	}
	o, size := c.g.Parts().Order(), c.g.Size()
	if name := o.Name(); !orderName.MatchString(name) {
		c.fail("the order has the name %q: want small letters, digits and \"-\"", name)
	}
	if o.First(0) != 0 || o.First(o.Groups()) != size {
		c.fail("the groups of the order begin at %d and end at %d: want 0 and %d", o.First(0), o.First(o.Groups()), size)
	}
	groups := make([]uint32, 0, 64)
	for _, i := range c.sample {
		place := o.Place(i)
		if place >= size || o.Index(place) != i {
			c.fail("index %d has the place %d, and Index of that is not %[1]d", i, place)
			continue
		}
		if s := c.slices[c.sliceOf(i)]; place < s.First || place-s.First >= s.Size {
			c.fail("the place of index %d is %d, outside of its slice %q", i, place, s.Name)
		}
		groups = o.AppendGroups(groups[:0], i, int(min(64, size-i)))
		last := map[uint32]uint64{} // group → place of its last position met
		for n, g := range groups {
			place := o.Place(i + uint64(n))
			if g >= o.Groups() || place < o.First(g) || place >= o.First(g+1) {
				c.fail("index %d has the group %d and the place %d", i+uint64(n), g, place)
				break
			}
			if before, ok := last[g]; ok && place != before+1 {
				c.fail("index %d has the place %d: want %d, after the position before of its group", i+uint64(n), place, before+1)
			}
			last[g] = place
		}
	}
}

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
