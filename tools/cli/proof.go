package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query/proof"
)

// proofCommand is the command proof.
type proofCommand struct{ *Console }

func (cmd proofCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "proof",
		Usage:     "write a certificate of a value that needs no table to be checked",
		ArgsUsage: "[POSITION]",
		Description: `Writes from which positions and moves anyone can check the value of a position, the
start of the game where none is given, with the rules alone: that the winner wins
within so many plies, or that neither player can be kept from drawing, or from his score. Draws and
scores have two halves, one for each player. For each position in which the player who
holds the value is to move it has his move; where the other is, every move leads to a
position that it has, too. Where points are made on the way each position has the points
that he makes from there on, and where play need not end what keeps it from going on for
ever. query/proof/check.py of the repository checks it; go doc
./query/proof has the format. --strategy leaves out what only the check needs: what
is left is a move for each position that can arise against it.

  ` + cmd.name + ` proof XO..X.... -o proof.txt
  ` + cmd.name + ` proof --strategy -o -`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`, - for standard output; one that is there is replaced"},
			&cli.BoolFlag{Name: "strategy", Usage: "the moves alone"},
			&cli.IntFlag{Name: "most", Usage: "stop at more than `N` positions, which are kept in memory", Value: 10_000_000},
			JSONFlag("an object that says how large the proof is"),
		},
		Action: cmd.Action(0, 1, cmd.run),
	}
}

func (cmd proofCommand) run(c *cli.Context) error {
	output := c.String("o")
	switch {
	case output == "":
		return Usagef("say where to write: -o FILE, or -o - for standard output")
	case output == "-" && c.Bool("json"):
		return Usagef("--json says what was written to a file, and -o - leaves no place for it")
	case c.Int("most") < 1:
		return Usagef("--most %d: want at least 1", c.Int("most"))
	}
	db, position, err := databaseWith(cmd.Console, c)
	if err != nil {
		return err
	}
	defer db.Close()
	if output != "-" && sameFile(output, db.Path()) {
		return Usagef("%s is what the database reads: write somewhere else", output)
	}
	told := time.Now()
	found, err := proof.Find(c.Context, db, position, proof.Options{Most: c.Int("most"), Progress: func(positions int) {
		if time.Since(told) > 2*time.Second {
			told = time.Now()
			cmd.Message("%s so far", Plural(uint64(positions), "position", "positions"))
		}
	}})
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return found.Write(w, c.Bool("strategy")) }
	if output == "-" {
		return write(cmd.stdout)
	}
	if err := durable.WriteFile(output, true, write); err != nil {
		return err
	}
	if c.Bool("json") {
		return cmd.PrintJSON(struct {
			Game      string `json:"game"`
			Position  string `json:"position"`
			Value     string `json:"value"`
			Positions int    `json:"positions"`
			Stored    uint64 `json:"stored"`
			File      string `json:"file"`
		}{found.Game, found.Position, found.Value.String(), found.Positions(), found.Stored, output})
	}
	for _, h := range found.Halves {
		holder := map[proof.Side]string{proof.Mover: "the player to move", proof.Other: "the other player"}[h.Holder]
		fmt.Fprintf(cmd.stdout, "%s holds %s: %s\n", holder, found.Claim(h), Plural(uint64(len(h.Nodes)), "position", "positions"))
	}
	fmt.Fprintf(cmd.stdout, "%s in the proof, %s in the table\n", Number(uint64(found.Positions())), Number(found.Stored))
	cmd.Message("proof written to %s", output)
	return nil
}
