package cli

import (
	"io"
	"os"
	"slices"

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
