package cli

import (
	"cmp"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
)

func runImport(c *Call) error {
	var known raw.Ranges
	if c.IsSet("known") {
		var err error
		if known, err = raw.ParseRanges(c.String("known")); err != nil {
			return err
		}
	}
	g, err := c.Game(c.Arg(0))
	if err != nil {
		return err
	}
	dir := cmp.Or(c.String("db"), defaultDir(g.Spec(), c.Arg(0)))
	c.limitDisk(dir)
	if c.Bool("in-place") {
		return importInPlace(c, g, c.Arg(1), dir, known)
	}
	bar := c.Progress()
	summary, err := query.Import(c.Context, g, c.Arg(1), dir, query.ImportOptions{
		Workers:  c.Int("workers"),
		Progress: bar.Step("importing"),
	})
	bar.Close()
	if err != nil {
		return err
	}
	return showImported(c, dir, imported{Game: g.Spec().String(), Positions: g.Size(), Database: kv.TablePath(dir), SHA256: summary.SHA256})
}

func importInPlace(c *Call, g engine.Game, file, dir string, known raw.Ranges) error {
	d, err := query.ImportInPlace(g, file, dir, known)
	if err != nil {
		return err
	}
	if known == nil {
		known = raw.Whole(g.Size())
	}
	return showImported(c, dir, imported{
		Game: g.Spec().String(), Positions: g.Size(), Database: raw.DescriptionPath(dir),
		Known: known.Count(), File: fmt.Sprintf("%s, %s, %s", d.Path, d.Encoding, size(uint64(d.Bytes))),
	})
}

// imported is the result of an import. A table has a digest, a file in place its description.
type imported struct {
	Game             string
	Positions, Known uint64
	Database         string // path
	SHA256, File     string
	Next             next
}

func showImported(c *Call, dir string, result imported) error {
	db, err := c.open(dir, query.Options{})
	if err != nil {
		return fmt.Errorf("the database is made, but cannot be read: %w", err)
	}
	stats, err := db.Stats()
	if err != nil {
		return err
	}
	result.Next = c.next(db, stats)
	return c.render("imported", result)
}
