package query

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
)

// Options of [Open]. The zero value of every field means its default.
type Options struct {
	// Access is the way to read the table's bytes; default: mapped into memory.
	Access table.Access
	// Cache is the size in bytes of the cache of unpacked blocks; default:
	// [table.DefaultCache].
	Cache int64
	// Index is the size in bytes of the largest index of blocks that is kept in memory; default: that of
	// package table.
	Index int64
	// Web says how tables on web servers are read: timeouts, retries and the disk cache.
	Web web.Options
	// Program is the name of the command that solves, for messages that show a command; default:
	// foregone.
	Program string
}

// DB is an open database. It is safe for concurrent use, except that nothing may run during or
// after [DB.Close].
type DB struct{ source }

// Open opens a finished database, which may be read-only, and makes its game from the registry. where
// is a folder with a table, with the description of a file that is used in place (package raw), or with the
// bitmaps of a game of one player (package bitmaps); a table, a pack (package pack), or the http or https URL of a folder
// with a table, of a table or of a pack. The caller closes it.
//
// It fails with an error that wraps [ErrNotFound] if there is no database or the file used in
// place is missing, [ErrUnsolved] if the folder has an unfinished solve, [ErrCorrupt] if the table
// or file is damaged, [ErrNewer] if a later version wrote it, and [ErrGameMismatch] if the registry
// has no such game or one of another size. If a game defines only rules and the database lacks the
// keys, Open discovers the positions again, which takes seconds for millions of positions.
func Open(where string, registry *games.Registry, o Options) (*DB, error) {
	from, err := findOrigin(where, o)
	if err != nil {
		return nil, err
	}
	return from.open(registry, o)
}

// open opens the database of an origin, or closes its files.
func (from *origin) open(registry *games.Registry, o Options) (db *DB, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, from.close())
		}
	}()
	var v values
	var c contents
	t, err := from.openTable(table.ReaderOptions{Access: o.Access, Cache: o.Cache, Index: o.Index})
	if err == nil {
		h := t.Header()
		v, c = tableValues{t}, contents{h.Game, h.Files, t.Kind(), h.Positions, h.MaxPhase}
	} else if errors.Is(err, kv.ErrNotFound) && from.read == nil { // the file elsewhere that a folder describes
		v, c, err = from.openInPlace(registry, o)
	}
	if err != nil {
		return nil, err
	}
	db, err = open(from, v, c, registry)
	if t != nil && err == nil {
		db.table = t
		err = db.table.UseGame(db.game)
	}
	if err != nil {
		v.Close()
		return nil, err
	}
	return db, nil
}

// missing returns the error of a folder without a table.
func missing(dir string, registry *games.Registry, program string) error {
	var status struct {
		Game string `json:"game"`
	}
	switch err := kv.ReadStatus(dir, &status); {
	case err == nil:
		if _, err := registry.Restore(status.Game, nil); err != nil {
			status.Game = "GAME" // made from files, whose paths are unknown
		}
		return fmt.Errorf("%s is %w: resume with \"%s solve %s --db %s\"", dir, ErrUnsolved, program, status.Game, dir)
	case !errors.Is(err, kv.ErrNotFound):
		return err
	}
	if _, err := os.Stat(kv.StorePath(dir)); err == nil {
		return fmt.Errorf("%s is %w: resume with \"%s solve GAME --db %s\"", dir, ErrUnsolved, program, dir)
	}
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("database %s %w: make one with \"%s solve GAME --db %s\"", dir, kv.ErrNotFound, program, dir)
	}
	return fmt.Errorf("a database in %s %w: the folder holds no table; make one with \"%s solve GAME --db %s\"", dir, kv.ErrNotFound, program, dir)
}

// open makes the game of a source of values and checks that they fit.
func open(from *origin, v values, c contents, registry *games.Registry) (*DB, error) {
	// The spec is not the caller's input, so its error is not wrapped.
	foreign := func(format string, args ...any) error {
		return fmt.Errorf("%s %w: it holds %s %s", v.Path(), kv.ErrGameMismatch, c.game, fmt.Sprintf(format, args...))
	}
	spec, err := registry.Restore(c.game, c.files)
	if err != nil {
		return nil, foreign("(%v)", err)
	}
	g, err := from.openGame(registry, spec, c.positions)
	if errors.Is(err, kv.ErrCorrupt) || errors.Is(err, kv.ErrNewer) || errors.Is(err, kv.ErrGameMismatch) || errors.As(err, new(*fs.PathError)) {
		return nil, err
	} else if err != nil {
		return nil, foreign("(%v)", err)
	}
	if g.Size() != c.positions {
		return nil, foreign("with %d positions, a game that has %d positions here", c.positions, g.Size())
	}
	if g.Kind() != c.kind {
		return nil, foreign("with %v values, a game that has %v values here", c.kind, g.Kind())
	}
	family, err := registry.Definition(spec)
	if err != nil {
		return nil, foreign("(%v)", err)
	}
	return &DB{source{
		origin: from, path: v.Path(), spec: spec.String(), family: family,
		game: g, kind: g.Kind(), maxPhase: c.maxPhase, values: v, known: v.Known(),
	}}, nil
}

// openGame makes the game of a database. It discovers the positions of a game that defines only
// rules if the database lacks their keys.
func (from *origin) openGame(registry *games.Registry, spec engine.Spec, positions uint64) (engine.Game, error) {
	rules, kind, err := registry.Rules(spec)
	if err != nil {
		return nil, err
	}
	if rules == nil {
		return registry.Stored(spec, positions)
	}
	f, err := from.openKeys()
	switch {
	case errors.Is(err, kv.ErrNotFound):
		return registry.Open(spec)
	case err != nil:
		return nil, err
	}
	return f.Keyed(spec, kind, rules, false)
}

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
	table    *table.Reader // nil if a file is used in place, or bitmaps
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
// FullName returns the title and the variant of the game.
func (db *source) FullName() string {
	title, variant := db.Names()
	return strings.TrimSpace(title + " " + variant)
}

var digest = regexp.MustCompile(`^[a-z]+=[0-9a-f]{16}$`)

// Path returns the path of the file that holds the values.
func (db *source) Path() string { return db.path }

// Table returns the table itself, or nil if a file or bitmaps are used in place. It is closed with the
// database.
func (db *source) Table() *table.Reader { return db.table }

// Check holds the checksums of a table or of bitmaps against them. progress, if set, gets the positions done. The checksums
// of other files are an [engine.InputError].
func (db *source) Check(ctx context.Context, progress func(done, total uint64)) error {
	if c, ok := db.values.(interface {
		Check(context.Context, func(done, total uint64)) error
	}); ok {
		return c.Check(ctx, progress)
	}
	return engine.InputErrorf("%s is used in place, and only tables have checksums", db.path)
}

// IsBitmaps reports whether the database is the bitmaps of a game of one player, where each value takes a walk to the goal.
func (db *source) IsBitmaps() bool {
	_, ok := db.values.(distances)
	return ok
}

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

// Errors that those of this package wrap, for [errors.Is]. [engine.IsInput] detects wrong input,
// such as a malformed position.
var (
	// ErrNotFound is returned when the folder has no database.
	ErrNotFound = kv.ErrNotFound
	// ErrUnsolved is returned when a folder has an unfinished solve and so no table.
	ErrUnsolved = errors.New("not solved yet")
	// ErrCorrupt is returned when a file is damaged.
	ErrCorrupt = kv.ErrCorrupt
	// ErrNewer is returned when a later version of this software wrote a file.
	ErrNewer = kv.ErrNewer
	// ErrGameMismatch is returned when a database belongs to another game than the requested one,
	// or than the registry has under that name.
	ErrGameMismatch = kv.ErrGameMismatch
	// ErrExists is returned when a call would overwrite a file.
	ErrExists = kv.ErrExists
)
