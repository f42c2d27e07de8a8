package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/puzzle"
)

// puzzlesCommand is the command puzzles.
type puzzlesCommand struct{ *Console }

func (cmd puzzlesCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "puzzles",
		Usage: "find positions with exactly one winning move",
		Description: `Looks through the table for positions in which exactly one move wins, ranks them by
how hard they are, and prints the hardest, without near-duplicates. Where there are more
of the length than --most, it looks at random ones. Hardness counts the least
--strength of "play" that is sure to find the move, the moves that tempt, those of
them that lose, and how different the move is from them: go doc ./query/puzzle.
-o writes a sheet with diagrams, and solutions apart, to be printed.

  ` + cmd.name + ` puzzles --turns 3
  ` + cmd.name + ` puzzles --throughout -n 24 -o sheet.html
  ` + cmd.name + ` puzzles --json --time 30s`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.IntFlag{Name: "n", Usage: "`N` puzzles", Value: 10},
			&cli.IntFlag{Name: "turns", Usage: "won with the `N`th own turn", DefaultText: "any from the second on"},
			&cli.BoolFlag{Name: "throughout", Usage: "one winning move at each later turn, too"},
			&cli.Uint64Flag{Name: "most", Usage: "look at `N` positions", Value: 1_000_000},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of their choice where there are more", Value: 1},
			&cli.DurationFlag{Name: "time", Usage: "end after `T`, such as 30s, with what is found", DefaultText: "no limit"},
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write a sheet to `FILE`, which ends in .html or .svg"},
			JSONFlag("a JSON object per puzzle"),
		},
		Action: cmd.Action(0, 0, cmd.run),
	}
}

func (cmd puzzlesCommand) run(c *cli.Context) error {
	switch {
	case c.Int("n") < 1 || c.Int("n") > 1000:
		return Usagef("-n %d: want 1 to 1000", c.Int("n"))
	case c.IsSet("turns") && c.Int("turns") < 1:
		return Usagef("--turns %d: want at least 1", c.Int("turns"))
	case c.Uint64("most") < 1 || c.Uint64("most") > 1<<27:
		return Usagef("--most %d: want 1 to %d", c.Uint64("most"), 1<<27)
	case c.IsSet("time") && c.Duration("time") <= 0:
		return Usagef("--time %v: want a time above 0", c.Duration("time"))
	}
	kind := ""
	if c.IsSet("o") {
		var err error
		if kind, err = pictureKind("-o", c.String("o"), ".html", ".svg"); err != nil {
			return err
		}
	}
	db, err := cmd.Database(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if c.IsSet("o") && sameFile(c.String("o"), db.Path()) {
		return Usagef("%s is what the database reads: write somewhere else", c.String("o"))
	}
	found, err := cmd.find(c, db)
	if err != nil {
		return err
	}
	if len(found.Puzzles) == 0 {
		cmd.Message("there is no such puzzle")
	}
	if kind != "" {
		return cmd.sheet(db, found, c.String("o"), kind)
	}
	for i := range found.Puzzles {
		if err := cmd.show(c, db, i+1, &found.Puzzles[i]); err != nil {
			return err
		}
	}
	return nil
}

// find looks for puzzles, and says what came of it.
func (cmd puzzlesCommand) find(c *cli.Context, db *query.DB) (*puzzle.Found, error) {
	bar := cmd.Progress()
	defer bar.Close()
	found, err := puzzle.Find(c.Context, db, puzzle.Options{
		N: c.Int("n"), Turns: c.Int("turns"), Throughout: c.Bool("throughout"),
		Most: c.Uint64("most"), Seed: c.Int64("seed"), Time: c.Duration("time"),
		Progress: func(done, total uint64) { bar.Update("looking for puzzles", "", done, total, 0) },
	})
	if err != nil {
		return nil, err
	}
	bar.Close()
	looked := Number(found.Looked)
	if found.Looked < found.Stored {
		looked += " of " + Number(found.Stored)
	}
	cut := ""
	if found.Cut {
		cut = "; the time was over"
	}
	cmd.Message("looked at %s positions of the length: %s %s%s", looked, Number(found.Puzzling),
		map[bool]string{false: "have one winning move", true: "have one winning move at every turn"}[c.Bool("throughout")], cut)
	return found, nil
}

func (cmd puzzlesCommand) sheet(db *query.DB, found *puzzle.Found, name, kind string) error {
	title, variant := db.Names()
	sheet := puzzle.Sheet{Title: strings.TrimSpace(title+" "+variant) + " puzzles", Game: db.Game(), Puzzles: found.Puzzles}
	err := durable.WriteFile(name, true, func(w io.Writer) error {
		if kind == ".svg" {
			return sheet.WriteSVG(w)
		}
		return sheet.WriteHTML(w)
	})
	if err == nil {
		cmd.Message("%s written to %s", Plural(uint64(len(found.Puzzles)), "puzzle", "puzzles"), name)
	}
	return err
}

func (cmd puzzlesCommand) show(c *cli.Context, db *query.DB, n int, p *puzzle.Puzzle) error {
	if c.Bool("json") {
		return cmd.PrintJSON(p)
	}
	fmt.Fprintf(cmd.stdout, "%d. %s\n", n, p.Task(db.Game()))
	if err := cmd.PrintAnswer(p.Answer); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.stdout, "\n%s\nsolution  %s\nhardness  %.2f: %s\n\n", db.Game().Board(p.Position), p.Solution(), p.Hardness, p.Remark())
	return err
}
