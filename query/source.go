package query

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
)

// source is the stored values of a database, and their game.
type source struct {
	origin   *origin
	path     string // of the file of values
	spec     string // canonical
	game     engine.Game
	family   engine.Definition
	kind     engine.Kind
	maxPhase int
	values   values
	known    raw.Ranges    // indices that values holds
	table    *table.Reader // nil if a file is used in place
	spread   spreadCache
}

// Close releases the file and the memory.
func (db *source) Close() error { return errors.Join(db.values.Close(), db.origin.close()) }

// Dir returns the path or the URL by which the database was opened.
func (db *source) Dir() string { return db.origin.path }

// Game returns the game of the database.
func (db *source) Game() engine.Game { return db.game }

// Definition returns the definition of the family to which the game belongs.
func (db *source) Definition() engine.Definition { return db.family }

// Names returns the common names of the game and the variant; variant is "" for the variant that
// the game's name alone denotes.
func (db *source) Names() (title, variant string) {
	spec := db.game.Spec()
	if title = db.family.Title; title == "" {
		title = spec.Name()
	}
	if db.family.Variant != nil {
		variant = db.family.Variant(spec)
		if head, _, _ := strings.Cut(variant, ","); strings.HasSuffix(head, " "+strings.ToLower(title)) && head[0] <= 'Z' { // such as Six men's morris
			return variant, ""
		}
		return title, variant
	}
	// Digests of files mean nothing to people.
	params := strings.Split(strings.TrimPrefix(strings.TrimPrefix(db.spec, spec.Name()), ":"), ",")
	return title, strings.Join(slices.DeleteFunc(params, digest.MatchString), ",")
}

// digest is a parameter whose value is the digest of a file or a program.
var digest = regexp.MustCompile(`^[a-z]+=[0-9a-f]{16}$`)

// Path returns the path of the file that holds the values.
func (db *source) Path() string { return db.path }

// Table returns the table itself, or nil if a file is used in place. It is closed with the
// database.
func (db *source) Table() *table.Reader { return db.table }

// Known returns the indices whose values the database holds: all of them in a table, even if
// [DB.MaxPhase] leaves some undecided. Do not change it.
func (db *source) Known() raw.Ranges { return db.known }

// Get returns the stored value of an index, or false if the database does not hold it. An index out
// of range is an [engine.InputError].
func (db *source) Get(i uint64) (v engine.Value, known bool, err error) { return db.values.Get(i) }

// ReadValues fills dst with the stored values of the indices from first on: one byte each, or two,
// low byte first, in the wide kind. The database must hold them; see [DB.Known].
func (db *source) ReadValues(dst []byte, first uint64) error { return db.values.ReadValues(dst, first) }

// partial reports whether the values of some indices are missing.
func (db *source) partial() bool { return !db.known.Covers(0, db.game.Size()) }

// MaxPhase is 0 for a complete table. Otherwise the solve stopped at that remoteness, in plies, and
// all other values are unknown.
func (db *source) MaxPhase() int { return db.maxPhase }

// Verdict returns the meaning of a value of this table.
func (db *source) Verdict(v engine.Value) Verdict {
	return Verdict{db.kind, v, v != engine.Tie || db.maxPhase == 0}
}

// stored returns the stored value of an index.
func (db *source) stored(i uint64) (Verdict, error) {
	v, known, err := db.values.Get(i)
	if err != nil || !known {
		return Verdict{Kind: db.kind}, err
	}
	return db.Verdict(v), nil
}

// expect prefetches the blocks of ascending indices.
func (db *source) expect(indices []uint64) error {
	if db.table == nil || len(indices) < 2 {
		return nil
	}
	return db.table.Expect(indices)
}

// readRun fills dst with the stored values from index first on, with zeros for unknown ones.
func (db *source) readRun(dst []byte, first uint64) error {
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
