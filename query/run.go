package query

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/foregone-db/foregone/engine"
)

// Entry is the index of a stored position and its value.
type Entry struct {
	Index   uint64
	Verdict Verdict // for the player to move
}

// Values gives the values of all stored positions from index from on, in the order of
// their indices; those that are not known, too. It reads the table front to back, which
// takes some seconds for a thousand million positions. The last pair has the error where
// something fails or ctx is done.
func (db *DB) Values(ctx context.Context, from uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		r := newRun(db)
		for first := from; first < db.game.Size(); first += r.n {
			if err := r.read(ctx, first); err != nil {
				yield(Entry{}, fmt.Errorf("values from #%d on: %w", first, err))
				return
			}
			for i := range r.n {
				if !yield(Entry{first + i, r.verdict(i)}, nil) {
					return
				}
			}
		}
	}
}

// runLength is the number of positions that are read at a time where a table is
// read through.
const runLength = 1 << 18

// run is the values of consecutive indices, as they are stored. Where they are not
// known zeros stand.
type run struct {
	db    *DB
	bytes []byte
	width uint64
	first uint64
	n     uint64
}

func newRun(db *DB) *run {
	width := uint64(db.kind.Width())
	return &run{db: db, bytes: make([]byte, min(runLength, db.game.Size())*width), width: width}
}

// read reads the values from index first on, up to the end of the table or as many
// as fit, and sets n to how many there are.
func (r *run) read(ctx context.Context, first uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.first, r.n = first, min(runLength, r.db.game.Size()-first)
	return r.db.readRun(r.bytes[:r.n*r.width], first)
}

// readRun fills dst with the stored values from index first on, zeros where they
// are not known.
func (db *DB) readRun(dst []byte, first uint64) error {
	width := uint64(db.kind.Width())
	known := db.known.Clip(first, uint64(len(dst))/width)
	if known.Count()*width != uint64(len(dst)) {
		clear(dst)
	}
	for _, k := range known {
		if err := db.values.ReadValues(dst[(k.First-first)*width:(k.Last-first+1)*width], k.First); err != nil {
			return err
		}
	}
	return nil
}

// verdict returns what the i-th value read says.
func (r *run) verdict(i uint64) Verdict {
	if !r.db.known.Has(r.first + i) {
		return Verdict{Kind: r.db.kind}
	}
	return r.db.Verdict(r.at(i))
}

// at returns the i-th value read.
func (r *run) at(i uint64) engine.Value {
	if r.width == 2 {
		return engine.Value(binary.LittleEndian.Uint16(r.bytes[2*i:]))
	}
	return engine.Value(r.bytes[i])
}
