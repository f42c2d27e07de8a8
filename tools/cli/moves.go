package cli

import (
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

func runMoves(c *Call, db *query.DB, position engine.Position) error {
	list := func() (query.Moves, error) { return db.Moves(c.Context, position, c.Bool("detail")) }
	if c.Bool("tricky") {
		list = func() (query.Moves, error) { return db.Tricky(c.Context, position, c.Bool("detail")) }
	}
	m, err := list()
	if err != nil {
		return err
	}
	if c.json {
		return c.PrintJSON(m)
	}
	if err := c.PrintAnswer(m.Answer); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\n%s\n", db.Game().Board(position))
	if len(m.Moves) == 0 {
		fmt.Fprintln(c.stdout, "no move")
		return nil
	}
	return c.render("moves", struct {
		query.Moves
		Single, Detail, Tricky bool
		Lost                   bool // whatever the move
	}{m, db.Game().Kind().Single(), c.Bool("detail"), c.Bool("tricky"), m.Verdict.Result() == engine.Loss})
}
