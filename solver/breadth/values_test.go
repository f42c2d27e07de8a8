package breadth_test

import (
	"testing"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// valuesOf reads the values of a table of one byte each.
func valuesOf(t *testing.T, dir string) []byte {
	t.Helper()
	r, err := table.Open(kv.TablePath(dir), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	values := make([]byte, r.Header().Positions)
	if err := r.ReadValues(values, 0); err != nil {
		t.Fatal(err)
	}
	return values
}
