package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"
)

// csvHeader returns the line with the names of the columns.
func csvHeader(_ *DB, o ExportOptions) string {
	var names []string
	for _, c := range o.Columns {
		names = append(names, c.Name)
	}
	return strings.Join(names, ",") + "\n"
}

// beginCSV prepares to write lines.
func beginCSV(_ context.Context, db *DB, o ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
	rows := make([][]Row, o.Workers)
	return func(worker int, first, last uint64) (_ []byte, err error) {
		if rows[worker], err = db.AppendRows(rows[worker][:0], first, last); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		fields := make([]string, len(o.Columns))
		for _, row := range rows[worker] {
			for k, c := range o.Columns {
				fields[k] = c.cell(row)
			}
			if err := w.Write(fields); err != nil {
				return nil, err
			}
		}
		w.Flush()
		return out.Bytes(), w.Error()
	}, nil
}
