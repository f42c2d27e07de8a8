package cli

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/report"
)

// reportCommand is the command report.
type reportCommand struct{ *Console }

func (cmd reportCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "report",
		Usage: "say how a game feels, as a page with plots",
		Description: `Writes one HTML page that needs nothing else, for who designs a game: who wins by
perfect, strong and random play, how long games are and how many have a winner, how
often a move is forced or the only good one, the openings with their values, the
longest wins, symmetric draws. With --db several times the games stand side by side.
Strong play is that of "play" with --strength, against itself. --json prints the
figures, an object for each game.

  ` + cmd.name + ` report -o report.html
  ` + cmd.name + ` report --db SMALL --db LARGE --games 1000 --depth 2 -o report.html
  ` + cmd.name + ` report --json`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "db", Usage: "the folder `DIR` of a database, several times for several (default: the only one under " + databaseRoot + ")"},
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the page to `FILE`; one that is there is replaced"},
			&cli.IntFlag{Name: "games", Usage: "play `N` games of each strength", Value: 400},
			&cli.IntFlag{Name: "strength", Usage: "strong play is of strength `S`, 1 to 14", Value: 8},
			&cli.IntFlag{Name: "depth", Usage: "`N` plies of openings", Value: 3},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of games and samples", Value: 1},
			&cli.DurationFlag{Name: "time", Usage: "play games for `T` of each database, such as 30s", DefaultText: "no limit"},
			JSONFlag("the figures, a JSON object for each game"),
		},
		Action: cmd.Action(0, 0, cmd.run),
	}
}

func (cmd reportCommand) run(c *cli.Context) error {
	output := c.String("o")
	switch {
	case output == "" && !c.Bool("json"):
		return Usagef("say where to write: -o FILE, or --json for the figures alone")
	case c.Int("games") < 1 || c.Int("games") > 1_000_000:
		return Usagef("--games %d: want 1 to 1000000", c.Int("games"))
	case c.Int("strength") < 1 || c.Int("strength") > 14:
		return Usagef("--strength %d: want 1 to 14", c.Int("strength"))
	case c.Int("depth") < 0 || c.Int("depth") > 12:
		return Usagef("--depth %d: want 0 to 12", c.Int("depth"))
	case c.IsSet("time") && c.Duration("time") <= 0:
		return Usagef("--time %v: want a time above 0", c.Duration("time"))
	}
	databases, err := openDatabases(cmd.Console, c.StringSlice("db"), query.Options{})
	defer func() {
		for _, db := range databases {
			db.Close()
		}
	}()
	if err != nil {
		return err
	}
	for _, db := range databases {
		if sameFile(output, db.Path()) {
			return Usagef("%s is what a database reads: write somewhere else", output)
		}
	}
	games, err := cmd.study(c, databases)
	if err != nil {
		return err
	}
	if output != "" {
		if err := durable.WriteFile(output, true, func(w io.Writer) error { return report.WriteHTML(w, games) }); err != nil {
			return err
		}
		cmd.Message("report written to %s", output)
	}
	if c.Bool("json") {
		for _, f := range games {
			if err := cmd.PrintJSON(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// study finds the figures of the databases, one after the other.
func (cmd reportCommand) study(c *cli.Context, databases []*query.DB) (games []*report.Figures, err error) {
	bar := cmd.Progress()
	defer bar.Close()
	depth := c.Int("depth")
	if depth == 0 {
		depth = -1
	}
	for _, db := range databases {
		f, err := report.Study(c.Context, db, report.Options{
			Games: c.Int("games"), Strength: c.Int("strength"), Depth: depth, Seed: c.Int64("seed"), Time: c.Duration("time"),
			Progress: func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) },
		})
		if err != nil {
			return nil, err
		}
		games = append(games, f)
	}
	return games, nil
}
