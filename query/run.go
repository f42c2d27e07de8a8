package query

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/raw"
)

// Entry is the index of a stored position and its value.
type Entry struct {
	Index   uint64
	Verdict Verdict // for the player to move
}

// Values yields the values of all stored positions from index from on, in the order of their
// indices, unknown ones included. It reads the table front to back, which takes some seconds for
// 10^9 positions. If something fails or ctx is done, the last pair has the error.
func (db *DB) Values(ctx context.Context, from uint64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		r := newRun(&db.source)
		for first := from; first < db.game.Size(); first += r.n {
			if err := r.read(ctx, first, db.game.Size()); err != nil {
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

// runLength is the number of positions read at a time when a table is read through.
const runLength = 1 << 18

// run is the stored values of consecutive indices, with zeros for unknown ones.
type run struct {
	*source
	bytes []byte
	width uint64
	first uint64
	n     uint64
}

func newRun(s *source) *run {
	width := uint64(s.kind.Width())
	return &run{source: s, bytes: make([]byte, min(runLength, s.game.Size())*width), width: width}
}

// read reads the values from index first on, below end or as many as fit, and sets n to their
// number.
func (r *run) read(ctx context.Context, first, end uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.first, r.n = first, min(runLength, end-first)
	return r.readRun(r.bytes[:r.n*r.width], first)
}

// verdict returns the i-th value read, as a verdict.
func (r *run) verdict(i uint64) Verdict {
	if !r.known.Has(r.first + i) {
		return Verdict{Kind: r.kind}
	}
	return r.Verdict(r.at(i))
}

// at returns the i-th value read.
func (r *run) at(i uint64) engine.Value {
	switch r.width {
	case 1:
		return engine.Value(r.bytes[i])
	case 2:
		return engine.Value(binary.LittleEndian.Uint16(r.bytes[2*i:]))
	}
	return r.kind.ReadValue(r.bytes[r.width*i:])
}

// hit is an index with a wanted value.
type hit struct {
	index uint64
	value engine.Value
}

// errEnough ends a scan that has found enough.
var errEnough = errors.New("enough")

// scan reads the values of some indices on all cores, and passes the hits of each run to take in
// the order of the indices. Hits are values below len(wanted) for which wanted is true. scan ends
// when take returns errEnough or another error, or ctx is done.
func (db *source) scan(ctx context.Context, indices raw.Ranges, wanted []bool, take func(hits []hit) error) error {
	runs := make([]*run, pool.Workers(0))
	work := func(worker int, part raw.Range) (hits []hit, err error) {
		if runs[worker] == nil {
			runs[worker] = newRun(db)
		}
		r := runs[worker]
		if err := r.read(ctx, part.First, part.Last+1); err != nil {
			return nil, err
		}
		for i := range r.n {
			if v := engine.Value(db.kind.Bucket(r.at(i))); int(v) < len(wanted) && wanted[v] {
				hits = append(hits, hit{part.First + i, v})
			}
		}
		return hits, nil
	}
	err := pool.InOrder(ctx, len(runs), pieces(indices, runLength), work, func(_ raw.Range, hits []hit) error { return take(hits) })
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// scanFor is scan for one value.
func (db *source) scanFor(ctx context.Context, indices raw.Ranges, v engine.Value, take func(hits []hit) error) error {
	wanted := make([]bool, int(v)+1)
	wanted[v] = true
	return db.scan(ctx, indices, wanted, take)
}

// pieces cuts ranges into ranges of at most n indices.
func pieces(rs raw.Ranges, n uint64) iter.Seq[raw.Range] {
	return func(yield func(raw.Range) bool) {
		for _, r := range rs {
			for first := r.First; ; first += n {
				last := r.Last
				if last-first >= n {
					last = first + (n - 1)
				}
				if !yield(raw.Range{First: first, Last: last}) {
					return
				}
				if last == r.Last {
					break
				}
			}
		}
	}
}
