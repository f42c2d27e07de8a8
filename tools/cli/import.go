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
	fmt.Fprintf(c.stdout, "%s is imported.\n", g.Spec())
	facts := columns{}
	facts.add("positions", Number(g.Size()))
	facts.add("table", kv.TablePath(dir))
	facts.add("sha256", summary.SHA256)
	facts.write(c.stdout)
	return showImported(c, dir)
}

func importInPlace(c *Call, g engine.Game, file, dir string, known raw.Ranges) error {
	d, err := query.ImportInPlace(g, file, dir, known)
	if err != nil {
		return err
	}
	if known == nil {
		known = raw.Whole(g.Size())
	}
	fmt.Fprintf(c.stdout, "%s is used in place.\n", g.Spec())
	facts := columns{}
	facts.add("positions", Number(g.Size()))
	facts.add("known", Number(known.Count())+"  "+share(known.Count(), g.Size()))
	facts.add("file", fmt.Sprintf("%s, %s, %s", d.Path, d.Encoding, size(uint64(d.Bytes))))
	facts.add("database", raw.DescriptionPath(dir))
	facts.write(c.stdout)
	return showImported(c, dir)
}

// showImported prints commands to run next.
func showImported(c *Call, dir string) error {
	db, err := c.open(dir, query.Options{})
	if err != nil {
		return fmt.Errorf("the database is made, but cannot be read: %w", err)
	}
	stats, err := db.Stats()
	if err != nil {
		return err
	}
	return showNext(c, db, stats)
}
