package cli

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/query/count"
)

// perftCommand is the command perft.
type perftCommand struct{ *Console }

func (cmd perftCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "perft",
		Usage:     "count what play reaches, ply by ply",
		ArgsUsage: "GAME DEPTH [POSITION]",
		Description: `Plays all turns from POSITION, or from the start of the game, and prints for each
ply 1 to DEPTH, not cumulative: the ply, the sequences of turns of that length, the
distinct positions they lead to (symmetric twins told apart), and how many of those
are finished. Finished positions are not played on. A game without a single start
needs POSITION.

  ` + cmd.name + ` perft tictactoe 9
  ` + cmd.name + ` perft pushfight 1 1707612174`,
		Flags:  []cli.Flag{JSONFlag("a JSON object per ply")},
		Action: cmd.Action(2, 3, cmd.run),
	}
}

func (cmd perftCommand) run(c *cli.Context) error {
	g, err := cmd.Game(c.Args().Get(0))
	if err != nil {
		return err
	}
	depth, err := strconv.Atoi(c.Args().Get(1))
	if err != nil || depth < 1 {
		return Usagef("%q is no depth: want a number of plies, at least 1", c.Args().Get(1))
	}
	from, ok := g.Start()
	if c.NArg() == 3 {
		if from, err = engine.ParsePosition(g, c.Args().Get(2)); err != nil {
			return err
		}
	} else if !ok {
		return Usagef("%s has no single start: want \"%s perft GAME DEPTH POSITION\"", g.Spec().Name(), cmd.name)
	}
	const widths = "%4v %20v %14v %14v"
	if !c.Bool("json") {
		cmd.Message(widths, "ply", "turns", "positions", "finished")
	}
	for ply, err := range count.Perft(c.Context, g, from, depth) {
		if err != nil {
			return err
		}
		if c.Bool("json") {
			err = cmd.PrintJSON(ply)
		} else {
			_, err = fmt.Fprintf(cmd.stdout, widths+"\n", ply.Ply, ply.Turns, ply.Positions, ply.Finished)
		}
		if err != nil {
			return err
		}
		if err := cmd.stdout.Flush(); err != nil { // the next ply may take long
			return err
		}
	}
	return nil
}
