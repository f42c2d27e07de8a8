package query

import (
	"context"
	"encoding/binary"

	"github.com/foregone-db/foregone/engine"
)

// runLength is the number of positions that are read at a time where a table is
// read through.
const runLength = 1 << 18

// run is the values of consecutive indices, as the table stores them.
type run struct {
	bytes []byte
	width uint64
	n     uint64
}

func newRun(db *DB) *run {
	width := uint64(db.kind.Width())
	return &run{bytes: make([]byte, min(runLength, db.game.Size())*width), width: width}
}

// read reads the values from index first on, up to the end of the table or as many
// as fit, and sets n to how many there are.
func (r *run) read(ctx context.Context, db *DB, first uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.n = min(runLength, db.game.Size()-first)
	return db.table.ReadValues(r.bytes[:r.n*r.width], first)
}

// at returns the i-th value read.
func (r *run) at(i uint64) engine.Value {
	if r.width == 2 {
		return engine.Value(binary.LittleEndian.Uint16(r.bytes[2*i:]))
	}
	return engine.Value(r.bytes[i])
}
