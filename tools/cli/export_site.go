package cli

import (
	"os"

	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/query"
)

// siteFormat is the table for a web server, which [table.Reorder] writes.
var siteFormat = query.Format{
	Name: "site",
	Help: "the table in the order and blocks for web servers; --db opens it",
	Size: func(db *query.DB) (uint64, error) { return db.Game().Size(), nil },
}

// siteJSON is the result of export site.
type siteJSON struct {
	Game   string `json:"game"`
	Format string `json:"format"`
	File   string `json:"file"`
	Count  uint64 `json:"count"`
	Bytes  int64  `json:"bytes"`
	Order  string `json:"order,omitempty"`
	Block  uint64 `json:"block"`
	SHA256 string `json:"table_sha256"`
}

// exportSite writes the table again, for web servers.
func exportSite(c *Call, db *query.DB) error {
	output := c.String("output")
	switch {
	case c.IsSet("from") || c.IsSet("count") || c.IsSet("columns"):
		return Usagef("export site writes a whole table: --from, --count and --columns have no meaning")
	case db.Table() == nil:
		return Usagef("%s is used in place: export site needs a table", db.Path())
	case output == "-":
		return Usagef("-o -: export site needs a file, because it writes a temporary one next to it")
	case sameFile(output, db.Path()):
		return Usagef("-o %s: want another file, the database reads this one", output)
	}
	if info, err := os.Stat(db.Path()); err == nil {
		c.Message("up to %s of disk, temporary files included", size(table.ReorderDisk(db.Game(), info.Size())))
	}
	bar := c.Progress()
	summary, err := table.Reorder(c.Context, db.Table(), db.Game(), output, table.ReorderOptions{
		Block: c.Uint64("block"), Workers: c.Int("workers"), Memory: c.Size("memory"), Replace: true, Progress: bar.Step("exporting site"),
	})
	bar.Close()
	if err != nil {
		return err
	}
	t, err := table.Open(output, table.ReaderOptions{Access: table.OnFile})
	if err != nil {
		return err
	}
	defer t.Close()
	info, err := os.Stat(output)
	if err != nil {
		return err
	}
	h := t.Header()
	if c.json {
		return c.PrintJSON(siteJSON{h.Game, siteFormat.Name, output, h.Positions, info.Size(), h.Order, h.Block, summary.SHA256})
	}
	order := h.Order
	if order == "" {
		order = "index"
	}
	c.Message("%s written to %s (%s): order %s, blocks of %s positions", Plural(h.Positions, "value", "values"), output, size(uint64(info.Size())), order, Number(h.Block))
	return nil
}
