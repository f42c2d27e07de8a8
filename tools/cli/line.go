package cli

import (
	"fmt"

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
	for i, turn := range l.Moves {
		fmt.Fprintf(c.stdout, "%3d  %s\n", i+1, turn)
	}
	plies := Plural(uint64(len(l.Moves)), "ply", "plies")
	switch {
	case l.Verdict.Kind.Single() && l.Verdict.Known && l.End == engine.Win:
		fmt.Fprintf(c.stdout, "end: solved in %s\n", Plural(uint64(len(l.Moves)), "move", "moves"))
	case l.Verdict.Kind.Single() && l.Verdict.Known:
		fmt.Fprintln(c.stdout, "end: unsolvable, there is no best play to show")
	case l.End == engine.Unknown && l.Verdict.Known:
		fmt.Fprintln(c.stdout, "end: unknown, no next move is known to be best")
	case l.End == engine.Unknown:
		fmt.Fprintln(c.stdout, "end: unknown, there is no best play to show")
	case l.Repeats >= 0:
		fmt.Fprintf(c.stdout, "end: %v, play comes back to the position after %s\n", l.End, Plural(uint64(l.Repeats), "ply", "plies"))
	case l.Cut:
		fmt.Fprintf(c.stdout, "end: %v, broken off after %s\n", l.End, plies)
	default:
		fmt.Fprintf(c.stdout, "end: %v after %s\n", l.End, plies)
	}
	return nil
}
