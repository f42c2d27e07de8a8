// Package parquet exports tables as Apache Parquet files, for programs for data analysis.
//
// A file has the requested columns, by default all columns of the database. Numbers are 64-bit
// integers, null if absent (the remoteness of a draw), and texts are UTF-8. Zstandard compresses
// row groups of 131,072 positions.
package parquet

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/query"
)

// groupRows is the number of positions in a row group.
const groupRows = 1 << 17

// Format is the Parquet format for [query.DB.Export].
var Format = query.Format{
	Name:    "parquet",
	Help:    "an Apache Parquet file of all columns, or of --columns",
	Size:    func(db *query.DB) (uint64, error) { return db.Game().Size(), nil },
	Columns: (*query.DB).Columns,
	Write:   write,
}

func write(ctx context.Context, db *query.DB, w io.Writer, o query.ExportOptions) error {
	schema := schemaOf(o.Columns)
	writer := parquet.NewGenericWriter[any](w, schema,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}),
		parquet.KeyValueMetadata("foregone.game", db.Game().Spec().String()),
		parquet.CreatedBy("foregone", "", ""))
	rows := make([][]query.Row, o.Workers)
	work := func(worker int, g raw.Range) (built *parquet.ConcurrentRowGroupWriter, err error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if rows[worker], err = db.AppendRows(rows[worker][:0], g.First, g.Last); err != nil {
			return nil, err
		}
		built = writer.BeginRowGroup()
		return built, fill(built, o.Columns, rows[worker])
	}
	done := uint64(0)
	err := pool.InOrder(ctx, o.Workers, o.Pieces(groupRows), work, func(g raw.Range, built *parquet.ConcurrentRowGroupWriter) error {
		if _, err := built.Commit(); err != nil {
			return fmt.Errorf("write positions #%d to #%d: %w", g.First, g.Last, err)
		}
		done += g.Last - g.First + 1
		if o.Progress != nil {
			o.Progress(done, o.Count)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return writer.Close()
}

// schemaOf returns the schema of a file with these columns, in their order.
func schemaOf(columns []query.Column) *parquet.Schema {
	var fields []reflect.StructField
	for k, c := range columns {
		f := reflect.StructField{Name: fmt.Sprintf("C%d", k), Tag: reflect.StructTag(`parquet:"` + c.Name + `,optional"`), Type: reflect.TypeFor[int64]()}
		if c.Text != nil {
			f.Type = reflect.TypeFor[string]()
			options := []string{c.Name}
			if c.Few {
				options = append(options, "dict")
			}
			f.Tag = reflect.StructTag(`parquet:"` + strings.Join(options, ",") + `"`)
		}
		fields = append(fields, f)
	}
	return parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
}

// fill writes rows into a row group, column by column.
func fill(group *parquet.ConcurrentRowGroupWriter, columns []query.Column, rows []query.Row) error {
	const batch = 1024
	values := make([]parquet.Value, 0, batch)
	for k, into := range group.ColumnWriters() {
		c := columns[k]
		for first := 0; first < len(rows); first += batch {
			values = values[:0]
			for _, r := range rows[first:min(first+batch, len(rows))] {
				value := parquet.NullValue().Level(0, 0, k)
				if c.Text != nil {
					value = parquet.ByteArrayValue([]byte(c.Text(r))).Level(0, 0, k)
				} else if n, ok := c.Number(r); ok {
					value = parquet.Int64Value(n).Level(0, 1, k)
				}
				values = append(values, value)
			}
			if _, err := into.WriteRowValues(values); err != nil {
				return fmt.Errorf("column %s: %w", c.Name, err)
			}
		}
	}
	return nil
}
