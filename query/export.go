package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

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
	Header:  func(_ *DB, o ExportOptions) string { return namesOf(o.Columns, ",") + "\n" },
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

// namesOf returns the names of columns.
func namesOf(columns []Column, separator string) string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return strings.Join(names, separator)
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

// NPY is the values as a NumPy array: the stored values of one or two bytes, or scores.
var NPY = Format{
	Name:    "npy",
	Help:    "an array of NumPy: the values as a table codes them, scores as they are",
	Decided: true,
	Size:    func(db *DB) (uint64, error) { return db.game.Size(), nil },
	Header:  npyHeader,
	Piece:   1 << 20,
	Begin:   beginStored,
}

// npyHeader returns the header of a file in version 1.0 of NumPy's format. Its length is a multiple
// of 64, so that arrays can be mapped into memory.
func npyHeader(db *DB, o ExportOptions) string {
	dtype := "|u1"
	switch {
	case db.kind == engine.Score:
		dtype = "|i1"
	case db.kind.Width() >= 2:
		dtype = [...]string{2: "<u2", 4: "<f4", 8: "<f8"}[db.kind.Width()]
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", dtype, o.Count)
	const before = 10 // bytes before the dictionary
	length := (before+len(dict)+1+63)/64*64 - before
	dict += strings.Repeat(" ", length-len(dict)-1) + "\n"
	return "\x93NUMPY\x01\x00" + string([]byte{byte(length), byte(length >> 8)}) + dict
}

// Records is games of best play in the form of PGN, one from each position: tags, and numbered
// turns.
var Records = Format{
	Name:  "records",
	Help:  "games of best play from the positions, as PGN has them",
	Size:  func(db *DB) (uint64, error) { return db.game.Size(), nil },
	Piece: 64,
	Begin: beginRecords,
}

// beginRecords prepares to write games.
func beginRecords(ctx context.Context, db *DB, _ ExportOptions) (func(worker int, first, last uint64) ([]byte, error), error) {
	return func(_ int, first, last uint64) ([]byte, error) {
		var out bytes.Buffer
		for i := first; ; i++ {
			line, err := db.Line(ctx, db.game.At(i))
			if err != nil {
				return nil, err
			}
			writeRecord(&out, i, line)
			if i == last {
				return out.Bytes(), nil
			}
		}
	}, nil
}

// writeRecord writes a game, in lines of 80 characters if the turns fit.
func writeRecord(out *bytes.Buffer, i uint64, line Line) {
	tag := func(name, text string) {
		fmt.Fprintf(out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text))
	}
	tag("Game", line.Game)
	tag("Index", fmt.Sprint(i))
	tag("Position", line.Text)
	tag("Value", line.Verdict.String())
	tag("Result", line.End.String())
	if line.Repeats >= 0 {
		tag("Termination", fmt.Sprintf("comes back to the position after %d plies", line.Repeats))
	}
	out.WriteByte('\n')
	var words []string
	for k, turn := range line.Moves {
		if k%2 == 0 {
			turn = fmt.Sprintf("%d. %s", k/2+1, turn)
		}
		words = append(words, turn)
	}
	words = append(words, line.End.String())
	length := 0
	for k, word := range words {
		switch {
		case k == 0:
		case length+1+len(word) > 80:
			out.WriteByte('\n')
			length = 0
		default:
			out.WriteByte(' ')
			length++
		}
		out.WriteString(word)
		length += len(word)
	}
	out.WriteString("\n\n")
}

// Row is a stored position with its value.
type Row struct {
	Index    uint64
	Position engine.Position
	Verdict  Verdict
}

// Column is one column of an export. It has either Text or Number.
type Column struct {
	Name   string
	Help   string // a few words
	Text   func(r Row) string
	Number func(r Row) (n int64, ok bool) // false: no number
	Few    bool                           // the column has few distinct texts
}

// Columns returns all columns available in exports: index, position, value, outcome, plies or
// score, twins, and the features that the game defines.
func (db *DB) Columns() []Column {
	g := db.game
	list := []Column{
		{Name: "index", Help: "the number of the position", Number: func(r Row) (int64, bool) { return int64(r.Index), true }},
		{Name: "position", Help: "its notation", Text: func(r Row) string { return g.Text(r.Position) }},
		{Name: "value", Help: "its value, as everywhere", Text: func(r Row) string { return r.Verdict.String() }, Few: true},
		{Name: "outcome", Help: "win, draw or loss for the player to move", Text: func(r Row) string { return r.Verdict.Result().String() }, Few: true},
	}
	if db.kind == engine.Score {
		list = append(list, Column{Name: "score", Help: "his margin in points", Number: func(r Row) (int64, bool) {
			return int64(db.kind.Points(r.Verdict.Value)), r.Verdict.Known
		}})
	} else {
		list = append(list, Column{Name: "plies", Help: "the remoteness", Number: func(r Row) (int64, bool) {
			plies, ok := r.Verdict.Plies()
			return int64(plies), ok
		}})
	}
	list = append(list, Column{Name: "twins", Help: "how many positions it is by symmetry", Number: func(r Row) (int64, bool) { return int64(g.Weight(r.Index)), true }})
	for _, f := range g.Parts().Features {
		list = append(list, Column{Name: f.Name, Help: "a feature of the game", Number: func(r Row) (int64, bool) { return f.Of(r.Position), true }})
	}
	return list
}

// ParseColumns reads names of columns, separated by commas; "all" means all columns. The result has
// their order. Errors are [engine.InputError]s.
func (db *DB) ParseColumns(text string) ([]Column, error) {
	all := db.Columns()
	if text == "all" {
		return all, nil
	}
	var list []Column
	for _, name := range strings.Split(text, ",") {
		named := func(c Column) bool { return c.Name == name }
		k := slices.IndexFunc(all, named)
		if k < 0 {
			return nil, engine.InputErrorf("%s has no column %q: want all, or some of %s", db.spec, name, namesOf(all, ", "))
		}
		if slices.ContainsFunc(list, named) {
			return nil, engine.InputErrorf("column %s is given twice", name)
		}
		list = append(list, all[k])
	}
	return list, nil
}

// AppendRows appends the rows of the indices first to last, which must be in range, and
// returns the extended slice.
func (db *DB) AppendRows(dst []Row, first, last uint64) ([]Row, error) {
	n := last - first + 1
	values := run{source: &db.source, width: uint64(db.kind.Width()), first: first}
	values.bytes = make([]byte, n*values.width)
	if err := db.readRun(values.bytes, first); err != nil {
		return dst, err
	}
	for k := range n {
		dst = append(dst, Row{first + k, db.game.At(first + k), values.verdict(k)})
	}
	return dst, nil
}

// cell writes the value of a column in a row, or "" if there is none.
func (c Column) cell(r Row) string {
	if c.Text != nil {
		return c.Text(r)
	}
	if n, ok := c.Number(r); ok {
		return strconv.FormatInt(n, 10)
	}
	return ""
}
