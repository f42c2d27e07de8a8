package query

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
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
