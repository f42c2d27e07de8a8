package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"
)

// beginCSV makes ready to write lines.
func beginCSV(_ context.Context, db *DB, _ ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
	return func(_ int, first, last uint64) ([]byte, error) { return csvLines(&db.source, first, last) }, nil
}

// csvLines returns the lines of the indices first to last.
func csvLines(s *source, first, last uint64) ([]byte, error) {
	width := uint64(s.kind.Width())
	values := run{source: s, width: width, first: first, n: last - first + 1}
	values.bytes = make([]byte, values.n*width)
	if err := s.readRun(values.bytes, first); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for k := range values.n {
		i := first + k
		if err := w.Write([]string{strconv.FormatUint(i, 10), s.game.Text(s.game.At(i)), values.verdict(k).String()}); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
