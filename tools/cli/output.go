package cli

import (
	"io"
	"os"

	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/query"
)

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
