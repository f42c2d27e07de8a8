package query

import (
	"context"
	"io"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/raw"
)

// Format is a format that [DB.Export] writes.
type Format string

const (
	// Minimized is one value byte per index of the table, and nothing else.
	Minimized Format = "minimized"
	// Merged is one value byte per permutation index, and nothing else. Positions
	// that are not stored have the value that their successors give them. Only
	// games that number all positions in progress have it: the Push Fight family.
	Merged Format = "merged"
	// CSV is a header line and then lines of index, position and value, as RFC
	// 4180 has them but with "\n" at their ends.
	CSV Format = "csv"
)

// ParseFormat reads the name of a format, or returns an [engine.InputError].
func ParseFormat(text string) (Format, error) {
	switch f := Format(text); f {
	case Minimized, Merged, CSV:
		return f, nil
	}
	return "", engine.InputErrorf("%q is no format: want %s, %s or %s", text, Minimized, Merged, CSV)
}

// ExportOptions say what [DB.Export] writes and how.
type ExportOptions struct {
	Format  Format
	From    uint64 // the first index, or permutation index where the format is by them
	Count   uint64 // so many of them; [DB.ExportSize] tells how many there are
	Workers int    // goroutines; default: one per core. What is written does not depend on it
	// Progress, when set, is told how many of the indices are written. Calls are
	// not concurrent.
	Progress func(done, total uint64)
}

// ExportSize returns the number of indices of a format: positions, or permutations.
// Where the game or its kind of values has no such format it returns an
// [engine.InputError].
func (db *DB) ExportSize(f Format) (uint64, error) {
	switch f {
	case CSV:
		return db.game.Size(), nil
	case Minimized:
		if db.kind.Width() != 1 {
			return 0, engine.InputErrorf("%s has values of two bytes, and %s files have one byte each: want %s", db.spec, f, CSV)
		}
		return db.game.Size(), nil
	case Merged:
		if n := db.game.Parts().Permutations; n > 0 && db.kind == engine.Byte {
			return n, nil
		}
		return 0, engine.InputErrorf("%s has no permutation index, which %s files go by: want %s or %s", db.spec, f, Minimized, CSV)
	}
	_, err := ParseFormat(string(f))
	return 0, err
}

// exporter writes pieces of a format. Its method is called by several goroutines
// at once, each with a number of its own.
type exporter interface {
	// piece returns what is to be written of a run of indices.
	piece(worker int, r raw.Range) ([]byte, error)
}

// Export writes values of the database to w: for the full range a file as the
// published solutions have it, for a part the bytes or lines of that part. It stops
// when ctx is done.
//
// The byte formats have no way to say that a value is not known: where one is not,
// it fails with an [engine.InputError].
func (db *DB) Export(ctx context.Context, w io.Writer, o ExportOptions) error {
	size, err := db.ExportSize(o.Format)
	if err != nil {
		return err
	}
	if o.From >= size || o.Count < 1 || o.Count > size-o.From {
		return engine.InputErrorf("%d from %d on is out of range: %s of %s has the indices 0 to %d", o.Count, o.From, o.Format, db.spec, size-1)
	}
	if db.maxPhase > 0 && o.Format != CSV {
		return engine.InputErrorf("%s was solved to remoteness %d only: in a %s file what is not decided would look like draws; want %s", db.spec, db.maxPhase, o.Format, CSV)
	}
	o.Workers = pool.Workers(o.Workers)
	var e exporter
	step := uint64(1 << 20)
	switch o.Format {
	case Minimized:
		if !db.known.Covers(o.From, o.Count) {
			missing := db.known.Without(size).Clip(o.From, o.Count)
			return engine.InputErrorf("%s does not hold index %d, and a %s file cannot say so: want %s, or one of the ranges %s", db.path, missing[0].First, o.Format, CSV, db.known)
		}
		e = minimizedExporter{db}
	case CSV:
		e, step = csvExporter{db}, 1<<13
	case Merged:
		if e, err = newMergedExporter(ctx, db, o); err != nil {
			return err
		}
		step = 1 << 14
	}
	if o.Format == CSV {
		if _, err := io.WriteString(w, csvHeader); err != nil {
			return err
		}
	}
	done := uint64(0)
	whole := raw.Ranges{{First: o.From, Last: o.From + (o.Count - 1)}}
	return pool.InOrder(ctx, o.Workers, pieces(whole, step), e.piece, func(r raw.Range, out []byte) error {
		if _, err := w.Write(out); err != nil {
			return err
		}
		done += r.Last - r.First + 1
		if o.Progress != nil {
			o.Progress(done, o.Count)
		}
		return nil
	})
}

// minimizedExporter writes values as they are stored.
type minimizedExporter struct{ db *DB }

func (e minimizedExporter) piece(_ int, r raw.Range) ([]byte, error) {
	out := make([]byte, r.Last-r.First+1)
	return out, e.db.values.ReadValues(out, r.First)
}
