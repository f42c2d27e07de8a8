package query

import (
	"context"
	"io"
	"iter"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/raw"
)

// Format is a form in which [DB.Export] writes values: [Minimized], [CSV], [NPY] or [Records],
// which every game has, or one that a program adds, such as that of a game's public solution.
type Format struct {
	Name string // as users enter it
	// Help is a sentence about it, in lines of at most 74 characters.
	Help string
	// Decided means that the form cannot express an unknown value.
	Decided bool
	// Size returns the number of indices of the form. It returns an [engine.InputError] if the
	// database's game or kind of values has no such form.
	Size func(db *DB) (uint64, error)
	// Header returns the beginning of a file; default: nothing.
	Header func(db *DB, o ExportOptions) string
	// Columns returns the columns written by default; nil if the form has no columns.
	Columns func(db *DB) []Column
	// Write writes the whole file, for a form that is not a sequence of pieces. It calls
	// o.Progress. Header, Piece and Begin are ignored then.
	Write func(ctx context.Context, db *DB, w io.Writer, o ExportOptions) error
	// Piece is the number of indices written at a time.
	Piece uint64
	// Begin returns the function that makes the bytes of the indices first to last. Several
	// goroutines call that concurrently, each with its own number below o.Workers.
	Begin func(ctx context.Context, db *DB, o ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error)
}

// String returns the name.
func (f Format) String() string { return f.Name }

// Minimized is one value byte per index of the table, and nothing else.
var Minimized = Format{
	Name:    "minimized",
	Help:    "one value byte per index of the table (games with one-byte values)",
	Decided: true,
	Size: func(db *DB) (uint64, error) {
		if db.kind.Width() != 1 {
			return 0, engine.InputErrorf("%s has values of two bytes, and minimized files have one byte each: want csv", db.spec)
		}
		return db.game.Size(), nil
	},
	Piece: 1 << 20,
	Begin: beginStored,
}

// CSV is a header line, then lines of index, position and value, or of the requested columns. It
// follows RFC 4180, but lines end in "\n".
var CSV = Format{
	Name:    "csv",
	Help:    "a header and lines of index, position, value, or of --columns",
	Size:    func(db *DB) (uint64, error) { return db.game.Size(), nil },
	Columns: func(db *DB) []Column { return db.Columns()[:3] },
	Header:  csvHeader,
	Piece:   1 << 13,
	Begin:   beginCSV,
}

// ExportOptions are the options of [DB.Export].
type ExportOptions struct {
	Format Format
	From   uint64 // the first index, in the order of the format
	Count  uint64 // the number of indices; [Format.Size] returns the maximum
	// Columns, of a form that has columns; default: those of the form.
	Columns []Column
	Workers int // goroutines; default: one per core. The bytes do not depend on it
	// Progress, when set, gets the number of indices written. Calls are not concurrent.
	Progress func(done, total uint64)
}

// Pieces cuts the indices into ranges of at most n.
func (o ExportOptions) Pieces(n uint64) iter.Seq[raw.Range] {
	return pieces(raw.Ranges{{First: o.From, Last: o.From + (o.Count - 1)}}, n)
}

// Export writes values of the database to w: for the full range a file like that of the published
// solution, for a part the bytes or lines of that part. It stops when ctx is done.
//
// The byte formats cannot express an unknown value: then Export fails with an [engine.InputError].
func (db *DB) Export(ctx context.Context, w io.Writer, o ExportOptions) error {
	f := o.Format
	if f.Size == nil {
		return engine.InputErrorf("no format is given")
	}
	size, err := f.Size(db)
	if err != nil {
		return err
	}
	if o.From >= size || o.Count < 1 || o.Count > size-o.From {
		return engine.InputErrorf("%d from %d on is out of range: %s of %s has the indices 0 to %d", o.Count, o.From, f, db.spec, size-1)
	}
	if db.maxPhase > 0 && f.Decided {
		return engine.InputErrorf("%s was solved to remoteness %d only: in a %s file what is not decided would look like draws; want %s", db.spec, db.maxPhase, f, CSV)
	}
	if o.Workers = pool.Workers(o.Workers); o.Columns != nil && f.Columns == nil {
		return engine.InputErrorf("%s has no columns to choose", f)
	}
	if o.Columns == nil && f.Columns != nil {
		o.Columns = f.Columns(db)
	}
	if f.Write != nil {
		return f.Write(ctx, db, w, o)
	}
	piece, err := f.Begin(ctx, db, o)
	if err != nil {
		return err
	}
	if f.Header != nil {
		if _, err := io.WriteString(w, f.Header(db, o)); err != nil {
			return err
		}
	}
	done := uint64(0)
	work := func(worker int, r raw.Range) ([]byte, error) { return piece(worker, r.First, r.Last) }
	return pool.InOrder(ctx, o.Workers, o.Pieces(f.Piece), work, func(r raw.Range, out []byte) error {
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

// beginStored prepares to write values as they are stored.
func beginStored(_ context.Context, db *DB, o ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
	if !db.known.Covers(o.From, o.Count) {
		missing := db.known.Without(db.game.Size()).Clip(o.From, o.Count)
		return nil, engine.InputErrorf("%s does not hold index %d, and a %s file cannot say so: want %s, or one of the ranges %s", db.path, missing[0].First, o.Format, CSV, db.known)
	}
	width := uint64(db.kind.Width())
	return func(_ int, first, last uint64) ([]byte, error) {
		out := make([]byte, (last-first+1)*width)
		return out, db.values.ReadValues(out, first)
	}, nil
}
