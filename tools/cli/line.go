package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
)

func (p *program) lineCommand() *cli.Command {
	return &cli.Command{
		Name:      "line",
		Usage:     "show best play to the end",
		ArgsUsage: "POSITION",
		Description: `Prints a position with its value, then the turns of best play, numbered, and how the
game ends for the player to move at the beginning. The winner hurries, the loser
delays; of equal moves the first in byte order is played. A drawn line ends with the
game, or with the turn that leads back to a position it has seen.

  ` + p.name + ` line XO..X....`,
		Flags:  []cli.Flag{DatabaseFlag(), JSONFlag("a JSON object")},
		Action: p.action(1, 1, p.line),
	}
}

func (p *program) line(c *cli.Context) error {
	db, position, err := p.query(c)
	if err != nil {
		return err
	}
	defer db.Close()
	l, err := db.Line(c.Context, position)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return p.printJSON(l)
	}
	if err := p.printAnswer(l.Answer); err != nil {
		return err
	}
	for i, turn := range l.Moves {
		fmt.Fprintf(p.stdout, "%3d  %s\n", i+1, turn)
	}
	plies := Plural(uint64(len(l.Moves)), "ply", "plies")
	switch {
	case l.End == engine.Unknown && l.Verdict.Known:
		fmt.Fprintln(p.stdout, "end: unknown, no next move is known to be best")
	case l.End == engine.Unknown:
		fmt.Fprintln(p.stdout, "end: unknown, there is no best play to show")
	case l.Repeats >= 0:
		fmt.Fprintf(p.stdout, "end: %v, play comes back to the position after %s\n", l.End, Plural(uint64(l.Repeats), "ply", "plies"))
	case l.Cut:
		fmt.Fprintf(p.stdout, "end: %v, broken off after %s\n", l.End, plies)
	default:
		fmt.Fprintf(p.stdout, "end: %v after %s\n", l.End, plies)
	}
	return nil
}
