// Package reading answers from the files of a site, as package serve answers from databases. It runs in
// browsers, and in tests elsewhere.
package reading

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/keys"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
)

const (
	// Protocol is the version of what the page and the reader tell each other. A page refuses a reader of
	// another one.
	Protocol = 1
	// MostKept is the size in bytes of the largest game that can be kept offline as a whole.
	MostKept = 100 << 20
	// MostIndex is the size in bytes of the largest index of blocks that comes with the root of a table;
	// parts of a larger one are read when lookups need them.
	MostIndex = 256 << 10

	// CellsName is the name of the file with the JSON of a list of [answers.Cells], in the folder of a game.
	CellsName = "cells.json"

	// cacheBytes is the size of the cache of unpacked blocks of each game.
	cacheBytes = 32 << 20
)

// Reader answers from the games of a site. It opens each when it is asked for first. It is safe for
// concurrent use.
type Reader struct {
	registry *games.Registry
	host     *web.Host

	mu    sync.Mutex
	games map[string]*game // by slug
}

// game is an open game.
type game struct {
	files []*web.File // of the database
	runs  bool        // the keys are read in runs
	db    *query.DB
	set   *answers.Set
}

// New returns a reader of games from the registry. o says how files are read.
func New(registry *games.Registry, o web.Options) (*Reader, error) {
	host, err := web.NewHost(o)
	if err != nil {
		return nil, err
	}
	return &Reader{registry: registry, host: host, games: map[string]*game{}}, nil
}

// Open opens the game of a slug, unless it is open. folder is the URL of its folder. files describes its
// files, and root has the bytes that come with the descriptions, file by file.
func (r *Reader) Open(slug, folder string, files []web.Split, root []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.games[slug] != nil {
		return nil
	}
	g := &game{}
	err := r.open(g, folder, files, root)
	if err == nil { // the next attempt may succeed
		r.games[slug] = g
	}
	return err
}

func (r *Reader) open(g *game, folder string, files []web.Split, root []byte) (err error) {
	defer catch(&err)
	opened := map[string]*web.File{}
	for _, s := range files {
		if opened[s.Name], err = r.host.OpenSplit(folder, s, root); err != nil {
			return err
		}
		g.files = append(g.files, opened[s.Name])
		for _, span := range s.Root {
			root = root[span[1]:]
		}
	}
	g.db, err = query.OpenFiles(folder, func(name string) (io.ReaderAt, int64, error) {
		f, ok := opened[name]
		if !ok {
			return nil, 0, fmt.Errorf("%s in %s %w", name, folder, kv.ErrNotFound)
		}
		return f, f.Size(), nil
	}, r.registry, query.Options{Cache: cacheBytes, Index: MostIndex})
	if err != nil {
		return err
	}
	g.runs = opened[keys.RunsName] != nil
	var cells []answers.Cells // one
	if f := opened[CellsName]; f != nil {
		if err := json.NewDecoder(io.NewSectionReader(f, 0, f.Size())).Decode(&cells); err != nil {
			return fmt.Errorf("%s in %s: %w", CellsName, folder, err)
		}
	}
	g.set, err = answers.New([]*query.DB{g.db}, "site", cells...)
	return err
}

// catch turns a panic into an error: a read can fail within a game, and a bug must not end the reader.
func catch(err *error) {
	switch p := recover().(type) {
	case nil:
	case pool.Failure:
		*err = p.Err
	default:
		*err = fmt.Errorf("the reader failed: %v", p)
	}
}

// opened returns an open game.
func (r *Reader) opened(slug string) (*game, error) {
	r.mu.Lock()
	g := r.games[slug]
	r.mu.Unlock()
	if g == nil {
		return nil, answers.Errorf(404, "the game %s is not open", slug)
	}
	return g, nil
}

// Ask answers a request about a game, with the status and the body that package serve has for it.
func (r *Reader) Ask(ctx context.Context, slug, path, rawQuery string, body []byte) (status int, answer []byte) {
	a, err := r.ask(ctx, slug, path, rawQuery, body)
	if err == nil {
		return 200, a.Body
	}
	status = 503
	if refusal := new(answers.Refusal); errors.As(err, &refusal) {
		status = refusal.Status
	} else if engine.IsInput(err) {
		status = 400
	}
	answer, _ = json.Marshal(map[string]string{"error": err.Error()}) // a string always has JSON
	return status, answer
}

func (r *Reader) ask(ctx context.Context, slug, path, rawQuery string, body []byte) (a answers.Answer, err error) {
	defer catch(&err)
	g, err := r.opened(slug)
	if err != nil {
		return a, err
	}
	return g.set.Ask(ctx, path, rawQuery, body)
}

// Forget removes what was read of a game from memory, for measurements. Nothing else may ask about the
// game meanwhile.
func (r *Reader) Forget(slug string) error {
	g, err := r.opened(slug)
	if err != nil {
		return err
	}
	for _, f := range g.files {
		f.Forget()
	}
	g.db.Table().Forget()
	return nil
}

// keepRun is the number of bytes of values that Keep reads at a time.
const keepRun = 1 << 20

// Keep reads all of a game's table and keys, so that the cache on disk has them. progress is told the positions
// done and in all.
func (r *Reader) Keep(ctx context.Context, slug string, progress func(done, total uint64)) (err error) {
	defer catch(&err)
	g, err := r.opened(slug)
	if err != nil {
		return err
	}
	t := g.db.Table()
	total, width := t.Header().Positions, uint64(t.Kind().Width())
	values := make([]byte, keepRun)
	for done := uint64(0); done < total; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(total-done, keepRun/width)
		if err := t.ReadValues(values[:n*width], done); err != nil {
			return err
		}
		done += n
		progress(done, total)
	}
	for _, s := range g.db.Game().Slices() {
		for at := s.First; g.runs && at < s.First+s.Size && ctx.Err() == nil; at += keys.RunKeys {
			g.db.Game().At(at) // reads the run
		}
	}
	return ctx.Err()
}
