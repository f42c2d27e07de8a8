package query

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
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

// nearAtOnce is the number of positions that [DB.Near] reads at a time.
const nearAtOnce = 4 * runLength

// Near returns the stored position of a value that is next to an index: below it if back is set,
// else above it. It examines at most most positions, or all if most is 0. found is false if none of
// them has the value. It stops when ctx is done.
func (db *DB) Near(ctx context.Context, v Verdict, from uint64, back bool, most uint64) (a Answer, found bool, err error) {
	if db.table != nil && db.counted([]Verdict{v}) == nil {
		return a, false, nil
	}
	indices := db.known
	if !v.Known && db.partial() {
		indices = db.known.Without(db.game.Size())
	}
	left := db.game.Size() - min(from+1, db.game.Size())
	if back {
		left = from
	}
	if most > 0 {
		left = min(left, most)
	}
	for index := uint64(0); left > 0 && !found; {
		n := min(left, nearAtOnce)
		first := from + 1
		if back {
			first = from - n
		}
		err := db.scanFor(ctx, indices.Clip(first, n), v.Value, func(hits []hit) error {
			if len(hits) == 0 {
				return nil
			}
			if found = true; !back {
				index = hits[0].index
				return errEnough
			}
			index = hits[len(hits)-1].index
			return nil
		})
		if err != nil {
			return a, false, fmt.Errorf("near #%d: %w", from, err)
		}
		if found {
			a, err = db.At(index)
			return a, err == nil, err
		}
		left -= n
		if back {
			from = first
		} else {
			from += n
		}
	}
	return a, false, nil
}

// Diff is the differences between two tables of one game.
type Diff struct {
	Positions  uint64 // compared: all stored positions
	Different  uint64 // positions with different values
	OnlyFirst  uint64 // of these, positions that only the first table knows
	OnlySecond uint64 // of these, positions that only the second table knows
	First      []Difference
}

// Difference is a position with different values in two tables.
type Difference struct {
	Index         uint64
	First, Second Verdict
}

// DiffWith compares the values of db and other, and keeps the first keep differences by index.
// Databases of different games, sizes or kinds give an error that wraps [ErrGameMismatch].
// Progress, when set, gets the number of positions compared. DiffWith stops when ctx is done.
func (db *DB) DiffWith(ctx context.Context, other *DB, keep int, progress func(done, total uint64)) (Diff, error) {
	size := db.game.Size()
	if db.spec != other.spec || size != other.game.Size() || db.kind != other.kind {
		return Diff{}, fmt.Errorf("%s %w: it holds %s, %s holds %s", other.path, kv.ErrGameMismatch, other.spec, db.path, db.spec)
	}
	d := Diff{Positions: size}
	mine, theirs := newRun(&db.source), newRun(&other.source)
	for first := uint64(0); first < size; first += mine.n {
		if err := mine.read(ctx, first, size); err != nil {
			return d, err
		}
		if err := theirs.read(ctx, first, size); err != nil {
			return d, err
		}
		for i := range mine.n {
			a, b := mine.verdict(i), theirs.verdict(i)
			if a == b {
				continue
			}
			d.Different++
			switch {
			case !b.Known:
				d.OnlyFirst++
			case !a.Known:
				d.OnlySecond++
			}
			if len(d.First) < keep {
				d.First = append(d.First, Difference{first + i, a, b})
			}
		}
		if progress != nil {
			progress(first+mine.n, size)
		}
	}
	return d, nil
}
