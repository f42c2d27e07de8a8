package query

import (
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/engine"
)

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
	case db.kind.Width() == 2:
		dtype = "<u2"
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }", dtype, o.Count)
	const before = 10 // bytes before the dictionary
	length := (before+len(dict)+1+63)/64*64 - before
	dict += strings.Repeat(" ", length-len(dict)-1) + "\n"
	return "\x93NUMPY\x01\x00" + string([]byte{byte(length), byte(length >> 8)}) + dict
}
