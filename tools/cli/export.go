package cli

import (
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
)

// exportCommand is the command export.
type exportCommand struct {
	*Console
	formats []query.Format
}

func (cmd exportCommand) command() *cli.Command {
	var names []string
	list := columns{}
	for _, f := range cmd.formats {
		names = append(names, f.Name)
		for i, line := range strings.Split(f.Help, "\n") {
			if i == 0 {
				list.add("  "+f.Name, line)
			} else {
				list.add("", line)
			}
		}
	}
	var formats strings.Builder
	list.write(&formats)
	return &cli.Command{
		Name:      "export",
		Usage:     "write the values of a database to a file",
		ArgsUsage: strings.Join(names, "|"),
		Description: `Writes the values of a database, all of them or a range, in one of these formats:

` + formats.String() + `
--from and --count are in the indices that the format goes by. The file is there whole
or not at all. FILE - is standard output.

  ` + cmd.name + ` export minimized -o minimized.bin
  ` + cmd.name + ` export csv --count 100 -o -
  ` + cmd.name + ` export csv --columns index,value,plies -o values.csv
  ` + cmd.name + ` export parquet -o values.parquet`,
		Flags: []cli.Flag{
			DatabaseFlag(),
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`; one that is there is replaced"},
			&cli.Uint64Flag{Name: "from", Usage: "begin at index `I`"},
			&cli.Uint64Flag{Name: "count", Usage: "`N` indices", DefaultText: "up to the end"},
			&cli.StringFlag{Name: "columns", Usage: "csv and parquet: all, or `LIST` such as index,value,plies; a game can bring its own", DefaultText: "those of the format"},
			&cli.IntFlag{Name: "workers", Usage: "`N` workers at a time", DefaultText: "one per core"},
			JSONFlag("an object that says what was written"),
		},
		Action: cmd.Action(1, 1, cmd.run),
	}
}

// format finds a format by its name.
func (cmd exportCommand) format(name string) (query.Format, error) {
	var names []string
	for _, f := range cmd.formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	last := len(names) - 1
	return query.Format{}, Usagef("%q is no format: want %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

func (cmd exportCommand) run(c *cli.Context) error {
	format, err := cmd.format(c.Args().First())
	if err != nil {
		return err
	}
	output := c.String("o")
	switch {
	case output == "":
		return Usagef("say where to write: -o FILE, or -o - for standard output")
	case c.IsSet("workers") && c.Int("workers") < 1:
		return Usagef("--workers %d: want at least 1", c.Int("workers"))
	case output == "-" && c.Bool("json"):
		return Usagef("--json says what was written to a file, and -o - leaves no place for it")
	case c.IsSet("count") && c.Uint64("count") == 0:
		return Usagef("--count 0: want at least 1")
	}
	db, err := cmd.Database(c)
	if err != nil {
		return err
	}
	defer db.Close()
	o, err := exportOptions(c, db, format)
	if err != nil {
		return err
	}
	bar := cmd.Progress()
	defer bar.Close()
	o.Progress = func(done, total uint64) { bar.Update("exporting "+format.Name, "", done, total, 0) }
	write := func(w io.Writer) error { return db.Export(c.Context, w, o) }
	if output == "-" {
		return write(cmd.stdout)
	}
	if sameFile(output, db.Path()) {
		return Usagef("%s is what the database reads: write somewhere else", output)
	}
	if err := durable.WriteFile(output, true, write); err != nil {
		return err
	}
	bar.Close()
	if c.Bool("json") {
		info, err := os.Stat(output)
		if err != nil {
			return err
		}
		return cmd.PrintJSON(struct {
			Game   string `json:"game"`
			Format string `json:"format"`
			File   string `json:"file"`
			From   uint64 `json:"from"`
			Count  uint64 `json:"count"`
			Bytes  int64  `json:"bytes"`
		}{db.Game().Spec().String(), format.Name, output, o.From, o.Count, info.Size()})
	}
	cmd.Message("%s written to %s", Plural(o.Count, "value", "values"), output)
	return nil
}

// exportOptions reads what is to be written.
func exportOptions(c *cli.Context, db *query.DB, format query.Format) (o query.ExportOptions, err error) {
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

// sameFile reports whether two paths lead to one file that is there.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
