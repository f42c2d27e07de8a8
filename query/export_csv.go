package query

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"github.com/foregone-db/foregone/kv/raw"
)

// csvHeader is the first line of a file in the CSV format, whatever part of the
// table follows.
const csvHeader = "index,position,value\n"

// csvExporter writes lines.
type csvExporter struct{ db *DB }

func (e csvExporter) piece(_ int, r raw.Range) ([]byte, error) {
	width := uint64(e.db.kind.Width())
	values := run{db: e.db, width: width, first: r.First, n: r.Last - r.First + 1}
	values.bytes = make([]byte, values.n*width)
	if err := e.db.readRun(values.bytes, r.First); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for k := range values.n {
		i := r.First + k
		if err := w.Write([]string{strconv.FormatUint(i, 10), e.db.game.Text(e.db.game.At(i)), values.verdict(k).String()}); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
