package cli

import (
	"io"
	"os"
	"slices"

	"github.com/foregone-db/foregone/kv/durable"
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
