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
