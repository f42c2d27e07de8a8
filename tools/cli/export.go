package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
)

func runExport(c *Call, db *query.DB, formats []query.Format) error {
	format := formats[slices.IndexFunc(formats, func(f query.Format) bool { return f.Name == c.Arg(0) })]
	o, err := exportOptions(c, db, format)
	if err != nil {
		return err
	}
	bar := c.Progress()
	o.Progress = bar.Step("exporting " + format.Name)
	output, err := c.write(func(w io.Writer) error { return db.Export(c.Context, w, o) }, db)
	bar.Close()
	if err != nil || output == "" {
		return err
	}
	if c.json {
		info, err := os.Stat(output)
		if err != nil {
			return err
		}
		return c.PrintJSON(struct {
			Game   string `json:"game"`
			Format string `json:"format"`
			File   string `json:"file"`
			From   uint64 `json:"from"`
			Count  uint64 `json:"count"`
			Bytes  int64  `json:"bytes"`
		}{db.Game().Spec().String(), format.Name, output, o.From, o.Count, info.Size()})
	}
	c.Message("%s written to %s", Plural(o.Count, "value", "values"), output)
	return nil
}

// exportOptions reads the range and the columns.
func exportOptions(c *Call, db *query.DB, format query.Format) (o query.ExportOptions, err error) {
	total, err := format.Size(db)
	if err != nil {
		return o, err
	}
	o = query.ExportOptions{Format: format, From: c.Uint64("from"), Count: c.Uint64("count"), Workers: c.Int("workers")}
	if !c.IsSet("count") && o.From < total {
		o.Count = total - o.From
	}
	if c.IsSet("columns") {
		o.Columns, err = db.ParseColumns(c.String("columns"))
	}
	return o, err
}

// write writes the file that -o names atomically, and returns its name; "" means standard output.
// It refuses to overwrite the files of the databases.
func (c *Call) write(write func(io.Writer) error, databases ...*query.DB) (name string, err error) {
	name = c.String("o")
	if name == "-" && c.json {
		return "", Usagef("-o - --json: want a file, because --json describes it on standard output")
	}
	if name == "-" {
		return "", write(c.stdout)
	}
	for _, db := range databases {
		if sameFile(name, db.Path()) {
			return "", Usagef("-o %s: want another file, the database reads this one", name)
		}
	}
	return name, durable.WriteFile(name, true, write)
}

// sameFile reports whether two paths lead to one existing file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

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
