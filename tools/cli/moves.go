package cli

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query"
)

// mostRolls is the number of rolls, as of two dice, whose moves are all listed.
const mostRolls = 36

func runMoves(c *Call, db *query.DB, position engine.Position) error {
	list := func() (query.Moves, error) { return db.Moves(c.Context, position, c.Bool("detail")) }
	if c.Bool("tricky") {
		list = func() (query.Moves, error) { return db.Tricky(c.Context, position, c.Bool("detail")) }
	}
	m, err := list()
	if err != nil {
		return err
	}
	roll := c.String("roll")
	if roll != "" && roll != "all" {
		if m.Rolls = slices.DeleteFunc(m.Rolls, func(r query.Roll) bool { return r.Name != roll }); len(m.Rolls) == 0 {
			return engine.InputErrorf("%s has no roll %q", m.Text, roll)
		}
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
	var likeliest []query.Roll // of too many to list
	if roll == "" && len(m.Rolls) > mostRolls {
		likeliest = slices.Clone(m.Rolls)
		slices.SortStableFunc(likeliest, func(a, b query.Roll) int { return cmp.Compare(b.Probability, a.Probability) })
		likeliest = likeliest[:20]
	}
	return c.render("moves", struct {
		query.Moves
		Likeliest              []query.Roll
		Single, Detail, Tricky bool
		Lost                   bool // whatever the move
	}{m, likeliest, db.Game().Kind().Single(), c.Bool("detail"), c.Bool("tricky"), m.Verdict.Result() == engine.Loss})
}

func runLine(c *Call, db *query.DB, position engine.Position) error {
	l, err := db.Line(c.Context, position)
	if err != nil {
		return err
	}
	return c.show("line", l)
}

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
