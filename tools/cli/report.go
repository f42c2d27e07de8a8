package cli

import (
	"cmp"
	"io"

	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/report"
)

func runReport(c *Call) error {
	if !c.IsSet("o") && !c.json {
		return Usagef("say where to write: -o FILE, or --json for the figures alone")
	}
	databases, err := c.openAll(c.StringSlice("db"), query.Options{})
	if err != nil {
		return err
	}
	games, err := studyAll(c, databases)
	if err != nil {
		return err
	}
	if c.IsSet("o") {
		output, err := c.write(func(w io.Writer) error { return report.WriteHTML(w, games) }, databases...)
		if err != nil {
			return err
		}
		c.Message("report written to %s", output)
	}
	if c.json {
		for _, f := range games {
			if err := c.PrintJSON(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// studyAll computes the figures of the databases, one after the other.
func studyAll(c *Call, databases []*query.DB) (games []*report.Figures, err error) {
	bar := c.Progress()
	for _, db := range databases {
		f, err := report.Study(c.Context, db, report.Options{
			Games: c.Int("games"), Strength: c.Int("strength"), Depth: cmp.Or(c.Int("depth"), -1), Seed: c.Int64("seed"),
			Progress: func(step string, done, total uint64) { bar.Update(step, "", done, total, 0) },
		})
		if err != nil {
			return nil, err
		}
		games = append(games, f)
	}
	return games, nil
}
