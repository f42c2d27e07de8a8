package query

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
)

// values is where a database has the values of its stored positions from: a
// finished table, or a published file that is used in place and may hold a part of
// them only. Implementations are safe for concurrent use, except that nothing may
// run beside or after Close.
type values interface {
	// Path returns the path of the file, for messages.
	Path() string
	// Get returns the value of an index, and false where the file does not hold
	// it. An index out of range is an [engine.InputError]; a damaged file is an
	// error that wraps [ErrCorrupt].
	Get(i uint64) (v engine.Value, known bool, err error)
	// ReadValues fills dst with the values of the indices from first on, which
	// must all be known: one byte each, or two, low byte first, in the wide kind.
	ReadValues(dst []byte, first uint64) error
	// Known returns the indices that the file holds. In a table those that were
	// not decided up to its last phase count among them.
	Known() raw.Ranges
	// Close gives back the file and the memory.
	Close() error
}

// tableValues makes a table a source of values that holds all of them.
type tableValues struct{ *table.Reader }

func (t tableValues) Get(i uint64) (engine.Value, bool, error) {
	v, err := t.Reader.Get(i)
	return v, err == nil, err
}

func (t tableValues) Known() raw.Ranges { return raw.Whole(t.Header().Positions) }

// contents says what a source of values is about.
type contents struct {
	game      string            // canonical spec
	files     map[string]string // contents of its file parameters
	kind      engine.Kind
	positions uint64
	maxPhase  int
}
