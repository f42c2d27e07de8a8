package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/solver"
)

func (p *program) verifyCommand() *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "check a database against the rules of its game",
		Description: `Recomputes the values of positions from those of their successors and compares. A
table in which every position agrees with its successors is exact. The first failures
are printed; the exit status is 1 if there are any. --checksums reads the whole table
and checks its checksums and counts instead.

  ` + p.name + ` verify --sample 100000
  ` + p.name + ` verify --checksums`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.BoolFlag{Name: "all", Usage: "check every position (the default)"},
			&cli.Uint64Flag{Name: "sample", Usage: "check `N` random positions", DefaultText: "all"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of the sample", Value: 1},
			&cli.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
			&cli.BoolFlag{Name: "checksums", Usage: "check checksums, counts and the digest; recompute nothing"},
			JSONFlag("a JSON object"),
		},
		Action: p.action(0, 0, p.verify),
	}
}

func (p *program) verify(c *cli.Context) error {
	switch {
	case c.IsSet("sample") && c.Uint64("sample") == 0:
		return Usagef("--sample 0: want at least 1")
	case c.IsSet("sample") && c.Bool("all"), c.Bool("checksums") && (c.IsSet("sample") || c.Bool("all")):
		return Usagef("want one of --sample, --all and --checksums")
	case c.IsSet("workers") && c.Int("workers") < 1:
		return Usagef("--workers %d: want at least 1", c.Int("workers"))
	}
	db, err := p.openDatabase(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Table() == nil {
		return Usagef("%s is used in place, and only tables can be verified: import it without --in-place", db.Path())
	}
	bar := p.newProgress(false)
	defer bar.Close()
	if c.Bool("checksums") {
		err := db.Table().Check(c.Context, func(done, total uint64) { bar.Update("checking checksums", "", done, total, 0) })
		bar.Close()
		if err != nil {
			return err
		}
		return p.showChecksums(c, db)
	}
	report, err := solver.Verify(c.Context, db.Game(), db.Table(), solver.VerifyOptions{
		Sample: c.Uint64("sample"), Seed: c.Int64("seed"), Workers: c.Int("workers"),
		Progress: func(done, total uint64) { bar.Update("verifying positions", "", done, total, 0) },
	})
	bar.Close()
	if err != nil {
		return err
	}
	return p.showReport(c, db, report)
}

func (p *program) showChecksums(c *cli.Context, db *query.DB) error {
	sum := db.Table().Summary().SHA256
	if c.Bool("json") {
		return p.printJSON(struct {
			Game      string `json:"game"`
			Checksums bool   `json:"checksums"`
			SHA256    string `json:"table_sha256"`
		}{db.Game().Spec().String(), true, sum})
	}
	_, err := fmt.Fprintf(p.stdout, "%s: all checksums and counts are right\nsha256 %s\n", db.Table().Path(), sum)
	return err
}

// failureJSON is a position that its successors contradict.
type failureJSON struct {
	Index    uint64 `json:"index"`
	Position string `json:"position"`
	Stored   string `json:"stored"`
	Computed string `json:"computed"`
}

func (p *program) showReport(c *cli.Context, db *query.DB, report solver.VerifyReport) error {
	g := db.Game()
	failures := []failureJSON{}
	for _, f := range report.Failures {
		failures = append(failures, failureJSON{f.Index, g.Text(g.At(f.Index)), db.Verdict(f.Stored).String(), db.Verdict(f.Computed).String()})
	}
	if c.Bool("json") {
		err := p.printJSON(struct {
			Game     string        `json:"game"`
			Checked  uint64        `json:"checked"`
			Failed   uint64        `json:"failed"`
			Failures []failureJSON `json:"failures"`
		}{g.Spec().String(), report.Checked, report.Failed, failures})
		if err != nil {
			return err
		}
	} else {
		for _, f := range failures {
			fmt.Fprintf(p.stdout, "#%d\t%s\tstored %s, its successors say %s\n", f.Index, f.Position, f.Stored, f.Computed)
		}
		if more := report.Failed - uint64(len(failures)); more > 0 {
			fmt.Fprintf(p.stdout, "… and %s more\n", Number(more))
		}
		fmt.Fprintf(p.stdout, "%s checked, %s wrong\n", Plural(report.Checked, "position", "positions"), Number(report.Failed))
	}
	if report.Failed > 0 {
		p.message("%s: %s is wrong", p.name, db.Table().Path())
		return statusError(exitFailure)
	}
	return nil
}
