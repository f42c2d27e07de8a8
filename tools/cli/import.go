package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
)

// importCommand is the command import.
type importCommand struct{ *Console }

func (cmd importCommand) command() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "make a database of a minimized file",
		ArgsUsage: "GAME FILE",
		Description: `Makes a database of a minimized file, which has one value byte per index, plain or
compressed in independent blocks (xz --block-size=65536 --check=crc32). The file must
have a value for every position. Nothing is ever overwritten.

With --in-place nothing is copied: the database is a note that says where the file is,
and queries read from there. It may then hold a part of the values only: --known lists
the indices that it does hold, all others are unknown. The file may be shorter than
the game, or have holes.

  ` + cmd.name + ` import pushfight:movers=1,pushers=2 minimized.bin
  ` + cmd.name + ` import pushfight minimized.bin.xz --in-place
  ` + cmd.name + ` import pushfight part.bin --in-place --known 0-999999,5000000-5999999`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "db", Usage: "the database's folder `DIR` (default: " + databaseRoot + "/ and the game's name)"},
			&cli.BoolFlag{Name: "in-place", Usage: "read the file where it is"},
			&cli.StringFlag{Name: "known", Usage: "the `RANGES` of indices that the file holds, such as 0-999999,5000000-5999999 (default: all)"},
			&cli.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
		},
		Action: cmd.Action(2, 2, cmd.run),
	}
}

func (cmd importCommand) run(c *cli.Context) error {
	switch {
	case c.IsSet("known") && !c.Bool("in-place"):
		return Usagef("--known goes with --in-place: a table holds every value")
	case c.IsSet("workers") && c.Int("workers") < 1:
		return Usagef("--workers %d: want at least 1", c.Int("workers"))
	}
	var known raw.Ranges
	if c.IsSet("known") {
		var err error
		if known, err = raw.ParseRanges(c.String("known")); err != nil {
			return err
		}
	}
	g, err := cmd.Game(c.Args().First())
	if err != nil {
		return err
	}
	dir := c.String("db")
	if dir == "" {
		dir = defaultDir(g.Spec(), c.Args().First())
	}
	if c.Bool("in-place") {
		return cmd.inPlace(g, c.Args().Get(1), dir, known)
	}
	bar := cmd.Progress()
	defer bar.Close()
	summary, err := query.Import(c.Context, g, c.Args().Get(1), dir, query.ImportOptions{
		Workers:  c.Int("workers"),
		Progress: func(done, total uint64) { bar.Update("importing", "", done, total, 0) },
	})
	bar.Close()
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.stdout, "%s is imported.\n", g.Spec())
	facts := columns{}
	facts.add("positions", Number(g.Size()))
	facts.add("table", kv.TablePath(dir))
	facts.add("sha256", summary.SHA256)
	facts.write(cmd.stdout)
	return cmd.showImported(dir)
}

func (cmd importCommand) inPlace(g engine.Game, file, dir string, known raw.Ranges) error {
	d, err := query.ImportInPlace(g, file, dir, known)
	if err != nil {
		return err
	}
	if known == nil {
		known = raw.Whole(g.Size())
	}
	fmt.Fprintf(cmd.stdout, "%s is used in place.\n", g.Spec())
	facts := columns{}
	facts.add("positions", Number(g.Size()))
	facts.add("known", Number(known.Count())+"  "+share(known.Count(), g.Size()))
	facts.add("file", fmt.Sprintf("%s, %s, %s", d.Path, d.Encoding, size(uint64(d.Bytes))))
	facts.add("database", raw.DescriptionPath(dir))
	facts.write(cmd.stdout)
	return cmd.showImported(dir)
}

// showImported prints commands to go on with.
func (cmd importCommand) showImported(dir string) error {
	db, err := cmd.open(dir, query.Options{})
	if err != nil {
		return fmt.Errorf("the database is made, but cannot be read: %w", err)
	}
	defer db.Close()
	stats, err := db.Stats()
	if err != nil {
		return err
	}
	return showNext(cmd.Console, db, stats)
}
