package cli

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

func runLine(c *Call, db *query.DB, position engine.Position) error {
	l, err := db.Line(c.Context, position)
	if err != nil {
		return err
	}
	if c.json {
		return c.PrintJSON(l)
	}
	if err := c.PrintAnswer(l.Answer); err != nil {
		return err
	}
	return c.render("line", l)
}
