package cli

import "github.com/foregone-db/foregone/query"

func runSample(c *Call, db *query.DB) error {
	n := c.Int("n")
	v, err := db.ParseVerdict(c.String("value"))
	if err != nil {
		return err
	}
	found := 0
	for a, err := range db.Sample(c.Context, v, n, c.Int64("seed")) {
		if err != nil {
			return err
		}
		if err := c.PrintAnswer(a); err != nil {
			return err
		}
		found++
	}
	switch {
	case found == 0:
		c.Message("no position has the value %v", v)
	case found < n:
		c.Message("only %s the value %v", Plural(uint64(found), "position has", "positions have"), v)
	}
	return nil
}
