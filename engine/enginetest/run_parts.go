package enginetest

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// checkParts: the parts make sense together, and every worker gets the same.
func (c *checker) checkParts() {
	if err := engine.CheckParts(c.g); err != nil {
		c.fail("%v", err)
	}
	parts := PartsOf(c.g)
	for range 3 {
		if other := PartsOf(c.g); other != parts {
			c.fail("a worker has the parts %b, another %b", parts, other)
		}
	}
}

// checkPermutations: the game's own numbers of positions that are stored lead to their
// indices and successors.
func (c *checker) checkPermutations() {
	p, most := c.scratch.Permuter, c.g.Parts().Permutations
	if p == nil {
		return
	}
	for n := range min(most, uint64(c.Samples)) {
		if most > uint64(c.Samples) {
			n = c.rand.Uint64() % most
		}
		i, stored := p.PermutationIndex(n)
		if !stored {
			continue
		}
		if i >= c.g.Size() {
			c.fail("permutation %d has the index of %s", n, c.name(i))
			continue
		}
		want, ends := c.successors(i)
		got, gotEnds := p.AppendPermutationSuccessors([]uint64{1 << 63, 42}, n)
		if len(got) < 2 || got[0] != 1<<63 || got[1] != 42 {
			c.fail("AppendPermutationSuccessors at permutation %d changed what stood in dst", n)
			continue
		}
		got = got[2:]
		slices.Sort(got)
		if gotEnds != ends || ends&engine.WinsNow == 0 && !slices.Equal(slices.Compact(got), slices.Compact(want)) {
			c.fail("permutation %d, %s, leads to %v and ends %s, want %v and %s", n, c.name(i), got, endsText(gotEnds), want, endsText(ends))
		}
	}
}
