package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/query"
)

// sampleCommand is the command sample.
type sampleCommand struct{ *Console }

func (cmd sampleCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "sample",
		Usage: "show random positions of a value",
		Description: `Prints stored positions of a value, chosen at random, different ones, in ascending
order of their indices. The same seed gives the same positions. Values are written as
everywhere: T, L0, W1, L1, W2, … (or draw, win-7, loss-8; or scores); "unknown" is
what a solve with --max-phase left open.

  ` + cmd.name + ` sample --value W3
  ` + cmd.name + ` sample --value T -n 100 --seed 7 --json`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.StringFlag{Name: "value", Usage: "the `VALUE` of the positions, for the player to move"},
			&cli.IntFlag{Name: "n", Usage: "`N` positions, or all where there are fewer", Value: 10},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of the choice", Value: 1},
			JSONFlag("a JSON object per position"),
		},
		Action: cmd.Action(0, 0, cmd.run),
	}
}

func (cmd sampleCommand) run(c *cli.Context) error {
	if c.String("value") == "" {
		return Usagef("sample needs --value, such as \"%s sample --value W1\"", cmd.name)
	}
	n := c.Int("n")
	if n < 1 {
		return Usagef("-n %d: want at least 1", n)
	}
	db, err := cmd.Database(c)
	if err != nil {
		return err
	}
	defer db.Close()
	v, err := db.ParseVerdict(c.String("value"))
	if err != nil {
		return err
	}
	found := 0
	for a, err := range db.Sample(c.Context, v, n, c.Int64("seed")) {
		if err != nil {
			return err
		}
		if err := cmd.printSample(c, a); err != nil {
			return err
		}
		found++
	}
	switch {
	case found == 0:
		cmd.Message("no position has the value %v", v)
	case found < n:
		cmd.Message("only %s the value %v", Plural(uint64(found), "position has", "positions have"), v)
	}
	return nil
}

func (cmd sampleCommand) printSample(c *cli.Context, a query.Answer) error {
	if c.Bool("json") {
		return cmd.PrintJSON(a)
	}
	return cmd.PrintAnswer(a)
}
