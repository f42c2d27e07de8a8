package query

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
)

// values is the source of a database's stored values: a finished table, or a published file that is
// used in place and may hold only a part of them. Implementations are safe for concurrent use,
// except that nothing may run during or after Close.
type values interface {
	// Path returns the path of the file, for messages.
	Path() string
	// Get returns the value of an index, or false if the file does not hold it. An index out of
	// range is an [engine.InputError]; a damaged file is an error that wraps [ErrCorrupt].
	Get(i uint64) (v engine.Value, known bool, err error)
	// ReadValues fills dst with the values of the indices from first on, which
	// must all be known: one byte each, or two, low byte first, in the wide kind.
	ReadValues(dst []byte, first uint64) error
	// Known returns the indices that the file holds. In a table these include the ones not decided
	// up to its last phase.
	Known() raw.Ranges
	// Close closes the file and frees the memory.
	Close() error
}

// tableValues makes a table a source of values that holds all of them.
type tableValues struct{ *table.Reader }

func (t tableValues) Get(i uint64) (engine.Value, bool, error) {
	v, err := t.Reader.Get(i)
	return v, err == nil, err
}

func (t tableValues) Known() raw.Ranges { return raw.Whole(t.Header().Positions) }

// contents describes the game of a source of values.
type contents struct {
	game      string            // canonical spec
	files     map[string]string // contents of its file parameters
	kind      engine.Kind
	positions uint64
	maxPhase  int
}
