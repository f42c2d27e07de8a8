package enginetest

import "github.com/foregone-db/foregone/engine"

// checkParts: the parts make sense together, and every worker gets the same.
func checkParts(c *checker) {
	if err := engine.CheckParts(c.g); err != nil {
		c.fail("%v", err)
	}
	parts := PartsOf(c.g)
	for range 3 {
		if other := PartsOf(c.g); other != parts {
			c.fail("a worker has the parts %b, another %b", parts, other)
		}
	}
	checkWeightRuns(c)
	checkSections(c)
}

// checkSections: they have names of their own, and follow each other.
func checkSections(c *checker) {
	if c.g.Parts().Sections == nil {
		return
	}
	names, next := map[string]bool{}, uint64(0)
	for _, s := range c.g.Parts().Sections() {
		if s.Name == "" || names[s.Name] {
			c.fail("a section has the name %q: want names, each once", s.Name)
		}
		if s.First < next || s.First+s.Size > c.g.Size() {
			c.fail("section %q is #%d to #%d: want it behind the one before, and below %d", s.Name, s.First, s.First+s.Size, c.g.Size())
		}
		names[s.Name], next = true, s.First+s.Size
	}
}

// checkWeightRuns: runs of weights are the weights of their positions.
func checkWeightRuns(c *checker) {
	run := c.g.Parts().WeightRun
	if run == nil {
		return
	}
	for range min(c.g.Size(), uint64(c.Samples)) {
		i := c.rand.Uint64() % c.g.Size()
		weight, end := run(i)
		if end <= i || end > c.g.Size() {
			c.fail("the run of weights from #%d ends at %d", i, end)
			continue
		}
		for _, j := range []uint64{i, end - 1, i + c.rand.Uint64()%(end-i)} {
			if got := c.g.Weight(j); got != weight {
				c.fail("#%d weighs %d, and in the run from #%d on %d", j, got, i, weight)
			}
		}
	}
}
