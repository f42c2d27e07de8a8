package enginetest

import "github.com/foregone-db/foregone/engine"

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
