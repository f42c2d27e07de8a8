package query

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
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
// is a folder with a table or with the description of a file that is used in place (package raw), a
// table, a pack (package pack), or the http or https URL of such a folder, table or pack. The caller closes it.
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
	v, c, err := from.openValues(registry, o)
	if err != nil {
		return nil, err
	}
	db, err = open(from, v, c, registry)
	if t, ok := v.(tableValues); ok && err == nil {
		db.table = t.Reader
		err = db.table.UseOrder(db.game)
	}
	if err != nil {
		v.Close()
		return nil, err
	}
	return db, nil
}

// openValues opens the table of an origin, or the file elsewhere that a folder describes.
func (from *origin) openValues(registry *games.Registry, o Options) (values, contents, error) {
	t, err := from.openTable(table.ReaderOptions{Access: o.Access, Cache: o.Cache, Index: o.Index})
	if err == nil {
		h := t.Header()
		return tableValues{t}, contents{h.Game, h.Files, t.Kind(), h.Positions, h.MaxPhase}, nil
	}
	if !errors.Is(err, kv.ErrNotFound) || from.read != nil {
		return nil, contents{}, err
	}
	return from.openInPlace(registry, o)
}

// missing returns the error of a folder without a table.
func missing(dir string, registry *games.Registry, program string) error {
	var status struct {
		Game string `json:"game"`
	}
	switch err := kv.ReadStatus(dir, &status); {
	case err == nil:
		return fmt.Errorf("%s is %w: resume with \"%s solve %s --db %s\"", dir, ErrUnsolved, program, typed(status.Game, registry), dir)
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

// typed returns a canonical spec as a user can type it. A spec of a game made from files is its
// name alone, because the paths are unknown.
func typed(canonical string, registry *games.Registry) string {
	if _, err := registry.Restore(canonical, nil); err != nil {
		return "GAME"
	}
	return canonical
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
