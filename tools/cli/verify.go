package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

// verifyCommand is the command verify.
type verifyCommand struct{ *Console }

func (cmd verifyCommand) command() *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "check a database against the rules of its game",
		Description: `Recomputes the values of positions from those of their successors and compares. A
table in which every position agrees with its successors is exact. The first failures
are printed; the exit status is 1 if there are any. --slabs checks all positions of
random slabs, which games have whose turns are made of steps: positions that agree in
what is the opponent's. --checksums reads the whole table and checks its checksums and
counts instead.

Look-ups of tables larger than --memory are gathered and made in the order of the table,
in as many passes as it takes: with more memory there are fewer.

  ` + cmd.name + ` verify --sample 100000
  ` + cmd.name + ` verify --slabs 3 --memory 8GiB
  ` + cmd.name + ` verify --checksums`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.BoolFlag{Name: "all", Usage: "check every position (the default)"},
			&cli.Uint64Flag{Name: "sample", Usage: "check `N` random positions", DefaultText: "all"},
			&cli.IntFlag{Name: "slabs", Usage: "check all positions of `N` random slabs", DefaultText: "none"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of the sample or the slabs", Value: 1},
			&cli.StringFlag{Name: "memory", Usage: "`SIZE` of memory to stay below, such as 8GiB, 512MiB or a number of bytes (default: three eighths of what there is)"},
			&cli.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
			&cli.BoolFlag{Name: "checksums", Usage: "check checksums, counts and the digest; recompute nothing"},
			JSONFlag("a JSON object"),
		},
		Action: cmd.Action(0, 0, cmd.run),
	}
}

func (cmd verifyCommand) run(c *cli.Context) error {
	o, err := cmd.options(c)
	if err != nil {
		return err
	}
	db, err := cmd.openTable(c)
	if err != nil {
		return err
	}
	defer db.Close()
	bar := cmd.Progress()
	defer bar.Close()
	if c.Bool("checksums") {
		err := db.Table().Check(c.Context, func(done, total uint64) { bar.Update("checking checksums", "", done, total, 0) })
		bar.Close()
		if err != nil {
			return err
		}
		return cmd.showChecksums(c, db)
	}
	o.Progress = func(done, total uint64) { bar.Update("verifying positions", "", done, total, 0) }
	report, err := solver.Verify(c.Context, db.Game(), db.Table(), o)
	bar.Close()
	if err != nil {
		return err
	}
	return cmd.showReport(c, db, report)
}

func (cmd verifyCommand) options(c *cli.Context) (o solver.VerifyOptions, err error) {
	kinds := 0
	for _, name := range []string{"sample", "all", "slabs", "checksums"} {
		if c.IsSet(name) {
			kinds++
		}
	}
	switch {
	case c.IsSet("sample") && c.Uint64("sample") == 0:
		return o, Usagef("--sample 0: want at least 1")
	case c.IsSet("slabs") && c.Int("slabs") < 1:
		return o, Usagef("--slabs %d: want at least 1", c.Int("slabs"))
	case kinds > 1:
		return o, Usagef("want one of --sample, --all, --slabs and --checksums")
	case c.IsSet("workers") && c.Int("workers") < 1:
		return o, Usagef("--workers %d: want at least 1", c.Int("workers"))
	}
	if c.IsSet("memory") {
		if o.Memory, err = parseSize(c.String("memory")); err != nil {
			return o, Usagef("--memory: %v", err)
		}
	}
	o.Sample, o.Slabs, o.Seed, o.Workers = c.Uint64("sample"), c.Int("slabs"), c.Int64("seed"), c.Int("workers")
	return o, nil
}

// openTable opens the database. Its table is read and not mapped, since all of it
// would come to count as memory of the process.
func (cmd verifyCommand) openTable(c *cli.Context) (*query.DB, error) {
	dir, err := cmd.databaseDir(c.String("db"), false)
	if err != nil {
		return nil, err
	}
	db, err := cmd.open(dir, query.Options{Access: table.OnFile})
	if err == nil && db.Table() == nil {
		db.Close()
		return nil, Usagef("%s is used in place, and only tables can be verified: import it without --in-place", db.Path())
	}
	return db, err
}

func (cmd verifyCommand) showChecksums(c *cli.Context, db *query.DB) error {
	sum := db.Table().Summary().SHA256
	if c.Bool("json") {
		return cmd.PrintJSON(struct {
			Game      string `json:"game"`
			Checksums bool   `json:"checksums"`
			SHA256    string `json:"table_sha256"`
		}{db.Game().Spec().String(), true, sum})
	}
	_, err := fmt.Fprintf(cmd.stdout, "%s: all checksums and counts are right\nsha256 %s\n", db.Table().Path(), sum)
	return err
}

// failureJSON is a position that its successors contradict.
type failureJSON struct {
	Index    uint64 `json:"index"`
	Position string `json:"position"`
	Stored   string `json:"stored"`
	Computed string `json:"computed"`
}

func (cmd verifyCommand) showReport(c *cli.Context, db *query.DB, report solver.VerifyReport) error {
	g := db.Game()
	failures := []failureJSON{}
	for _, f := range report.Failures {
		failures = append(failures, failureJSON{f.Index, g.Text(g.At(f.Index)), db.Verdict(f.Stored).String(), db.Verdict(f.Computed).String()})
	}
	if c.Bool("json") {
		err := cmd.PrintJSON(struct {
			Game     string        `json:"game"`
			Checked  uint64        `json:"checked"`
			Failed   uint64        `json:"failed"`
			Failures []failureJSON `json:"failures"`
			Slabs    []uint32      `json:"slabs,omitempty"`
		}{g.Spec().String(), report.Checked, report.Failed, failures, report.Slabs})
		if err != nil {
			return err
		}
	} else {
		for _, f := range failures {
			fmt.Fprintf(cmd.stdout, "#%d\t%s\tstored %s, its successors say %s\n", f.Index, f.Position, f.Stored, f.Computed)
		}
		if more := report.Failed - uint64(len(failures)); more > 0 {
			fmt.Fprintf(cmd.stdout, "… and %s more\n", Number(more))
		}
		if report.Slabs != nil {
			fmt.Fprintf(cmd.stdout, "slabs %s\n", strings.Trim(fmt.Sprint(report.Slabs), "[]"))
		}
		fmt.Fprintf(cmd.stdout, "%s checked, %s wrong\n", Plural(report.Checked, "position", "positions"), Number(report.Failed))
	}
	if report.Failed > 0 {
		cmd.Message("%s: %s is wrong", cmd.name, db.Table().Path())
		return statusError(exitFailure)
	}
	return nil
}
