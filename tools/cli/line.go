package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
)

// lineCommand is the command line.
type lineCommand struct{ *Console }

func (cmd lineCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "line",
		Usage:     "show best play to the end",
		ArgsUsage: "POSITION",
		Description: `Prints a position with its value, then the turns of best play, numbered, and how the
game ends for the player to move at the beginning. The winner hurries, the loser
delays; of equal moves the first in byte order is played. A drawn line ends with the
game, or with the turn that leads back to a position it has seen.

  ` + cmd.name + ` line XO..X....`,
		Flags:  []cli.Flag{DatabaseFlag(), JSONFlag("a JSON object")},
		Action: cmd.Action(1, 1, cmd.run),
	}
}

func (cmd lineCommand) run(c *cli.Context) error {
	db, position, err := databaseWith(cmd.Console, c)
	if err != nil {
		return err
	}
	defer db.Close()
	l, err := db.Line(c.Context, position)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return cmd.PrintJSON(l)
	}
	if err := cmd.PrintAnswer(l.Answer); err != nil {
		return err
	}
	for i, turn := range l.Moves {
		fmt.Fprintf(cmd.stdout, "%3d  %s\n", i+1, turn)
	}
	plies := Plural(uint64(len(l.Moves)), "ply", "plies")
	switch {
	case l.End == engine.Unknown && l.Verdict.Known:
		fmt.Fprintln(cmd.stdout, "end: unknown, no next move is known to be best")
	case l.End == engine.Unknown:
		fmt.Fprintln(cmd.stdout, "end: unknown, there is no best play to show")
	case l.Repeats >= 0:
		fmt.Fprintf(cmd.stdout, "end: %v, play comes back to the position after %s\n", l.End, Plural(uint64(l.Repeats), "ply", "plies"))
	case l.Cut:
		fmt.Fprintf(cmd.stdout, "end: %v, broken off after %s\n", l.End, plies)
	default:
		fmt.Fprintf(cmd.stdout, "end: %v after %s\n", l.End, plies)
	}
	return nil
}
