package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

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
needs POSITION. Nothing but the rules is needed, and the positions of one ply at a time
are kept in memory.

--expect compares the sequences of turns with a list of published counts, and --expect-positions the
positions; where one differs it is said which, and the exit status is 1.

  ` + cmd.name + ` perft tictactoe 9
  ` + cmd.name + ` perft tictactoe 4 --expect 9,72,504,3024
  ` + cmd.name + ` perft pushfight 1 1707612174`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "expect", Usage: "the sequences of turns of each ply are to be `N,N,…`"},
			&cli.StringFlag{Name: "expect-positions", Usage: "the positions of each ply are to be `N,N,…`"},
			memoryFlag(),
			JSONFlag("a JSON object per ply"),
		},
		Action: cmd.Action(2, 3, cmd.run),
	}
}

func (cmd perftCommand) run(c *cli.Context) error {
	g, err := cmd.Played(c.Args().Get(0))
	if err != nil {
		return err
	}
	memory, err := readMemory(c)
	if err != nil {
		return err
	}
	turns, err := readCounts("--expect", c.String("expect"))
	if err != nil {
		return err
	}
	positions, err := readCounts("--expect-positions", c.String("expect-positions"))
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
	told := time.Now()
	limits := count.Limits{Positions: memory / perftBytes, Progress: func(ply int, done, total, found uint64) {
		if time.Since(told) > 2*time.Second {
			told = time.Now()
			cmd.Message("ply %d: %s of %s positions played on, %s found", ply, Number(done), Number(total), Number(found))
		}
	}}
	for ply, err := range count.PerftWithin(c.Context, g, from, depth, limits) {
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
		if err := errors.Join(differs(ply.Ply, "turn sequences", ply.Turns, turns), differs(ply.Ply, "positions", ply.Positions, positions)); err != nil {
			return err
		}
	}
	return nil
}

// perftBytes is what a position takes in memory, at most, while counts go on to the next
// ply, with what the garbage collector leaves for later.
const perftBytes = 400

// readCounts reads a list of counts, one for each ply from the first on.
func readCounts(flag, text string) (counts []uint64, err error) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.ParseUint(part, 10, 64)
		if err != nil {
			return nil, Usagef("%s: %q is no count: want whole numbers parted by commas, one for each ply", flag, part)
		}
		counts = append(counts, n)
	}
	return counts, nil
}

// differs says that a count is not the one expected, where one is.
func differs(ply int, what string, got uint64, expected []uint64) error {
	if ply > len(expected) || got == expected[ply-1] {
		return nil
	}
	return fmt.Errorf("ply %d: %s %s, expected %s", ply, Number(got), what, Number(expected[ply-1]))
}
