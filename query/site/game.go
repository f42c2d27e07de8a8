package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/keys"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/site/reading"
)

// entry is what index.html says of a game.
type entry struct {
	Folder string      `json:"folder"` // relative, with a slash at the end
	Bytes  int64       `json:"bytes"`  // of all files that the reader reads
	Files  []web.Split `json:"files"`
	Root   uint32      `json:"root"` // the checksum of root.bin
	View   uint32      `json:"view"` // the checksum of view.json
}

// game is a game while it is written.
type game struct {
	db      *query.DB
	slug    string
	table   *table.Reader // of the database, or its copy in the game's order
	copy    string        // the path of that copy, or ""
	sources []source
	root    []byte
	view    []byte
	plot    []byte
	picture []byte // of the start
	digest  []byte // of everything
	entry   entry
}

// source is a file of the database that goes along.
type source struct {
	web.Split
	file  io.ReaderAt
	close func() error
}

// close closes the files.
func (g *game) close() (err error) {
	for _, s := range g.sources {
		err = errors.Join(err, s.close())
	}
	if g.copy != "" {
		if g.table != g.db.Table() {
			err = errors.Join(err, g.table.Close())
		}
		if left := os.Remove(g.copy); !errors.Is(left, os.ErrNotExist) {
			err = errors.Join(err, left)
		}
	}
	return err
}

// newGame reads what the reader needs first, and describes the files.
func newGame(ctx context.Context, db *query.DB, set *answers.Set, o Options) (*game, error) {
	g := &game{db: db, slug: db.Game().Spec().Slug(), table: db.Table()}
	if err := g.reorder(ctx, o); err != nil {
		return g, err
	}
	for _, name := range tableFiles {
		file, n, end, err := g.file(name)
		if errors.Is(err, kv.ErrNotFound) && name != kv.TableName {
			continue
		} else if err != nil {
			return g, err
		}
		s := source{Split: web.Split{Name: name, Bytes: n, Part: o.PartSize}, file: file, close: end}
		if n <= SmallTable {
			s.Part = min(o.PartSize, SmallPart)
		}
		switch name {
		case kv.StartsName:
			s.Root = [][2]int64{{0, n}}
		case kv.TableName:
			for _, span := range g.table.Root(reading.MostIndex) {
				s.Root = append(s.Root, [2]int64{span.Offset, int64(span.Length)})
			}
		case kv.KeysName:
			f, err := keys.Read(db.Dir(), file, n)
			if err != nil {
				return g, errors.Join(err, end())
			}
			list, err := f.Runs()
			if err != nil {
				return g, errors.Join(err, end())
			}
			g.addToRoot(keys.RunsName, list)
		}
		g.sources = append(g.sources, s)
	}
	cells, err := json.Marshal([]answers.Cells{set.Game(g.slug).Cells()})
	if err != nil {
		return g, err
	}
	g.addToRoot(reading.CellsName, cells)
	if err := g.readRoot(); err != nil {
		return g, err
	}
	if err := g.answer(ctx, set); err != nil {
		return g, err
	}
	return g, g.describe(ctx)
}

// addToRoot adds a file all of which comes with the root.
func (g *game) addToRoot(name string, content []byte) {
	n := int64(len(content))
	split := web.Split{Name: name, Bytes: n, Part: n, Root: [][2]int64{{0, n}}}
	g.sources = append(g.sources, source{Split: split, file: bytes.NewReader(content), close: func() error { return nil }})
}

// reorder writes a copy of the table in the order and the blocks for web servers, unless the table has them.
func (g *game) reorder(ctx context.Context, o Options) error {
	if !hasToReorder(g.db) {
		return nil
	}
	folder := filepath.Join(o.Out, gamesFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	g.copy = filepath.Join(folder, unfinished+g.slug)
	_, err := table.Reorder(ctx, g.db.Table(), g.db.Game(), g.copy, table.ReorderOptions{Replace: true, Progress: func(done, total uint64) {
		o.report("order "+g.slug, int64(done), int64(total))
	}})
	if err == nil {
		g.table, err = table.Open(g.copy, table.ReaderOptions{Access: table.OnFile})
	}
	return err
}

// hasToReorder reports whether the table has the order of the indices and the game another, or blocks so
// small that their index is read in parts. A table that leaves values out stays as it is.
func hasToReorder(db *query.DB) bool {
	h := db.Table().Header()
	return !h.Derives() && h.Order == "" && h.Positions > 0 && (db.Game().Parts().Order != nil || h.Block < min(h.Positions, table.SiteBlock(h.Positions)))
}

// file opens a file of the database, or the copy of its table.
func (g *game) file(name string) (io.ReaderAt, int64, func() error, error) {
	if name != kv.TableName || g.copy == "" {
		return g.db.File(name)
	}
	f, err := os.Open(g.copy)
	if err != nil {
		return nil, 0, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, nil, err
	}
	return f, info.Size(), f.Close, nil
}

// readRoot reads the bytes of root.bin.
func (g *game) readRoot() error {
	for _, s := range g.sources {
		for _, span := range s.Root {
			part := make([]byte, span[1])
			if err := kv.ReadAt(g.db.Dir(), s.file, part, span[0]); err != nil {
				return err
			}
			g.root = append(g.root, part...)
		}
	}
	return nil
}

// mostShown is the number of bytes up to which the moves and the best line of the start come with the page.
const mostShown = 16 << 10

// answer asks for the answers that the page shows before the reader runs.
func (g *game) answer(ctx context.Context, set *answers.Set) error {
	ask := func(what string, params url.Values) ([]byte, error) {
		a, err := set.Ask(ctx, "/v1/"+g.slug+"/"+what, params.Encode(), nil)
		return a.Body, err
	}
	view := map[string]json.RawMessage{}
	start := url.Values{"position": {set.Game(g.slug).Start()}}
	var err error
	for name, q := range map[string]struct {
		what   string
		params url.Values
		most   int // bytes, where it may be left out
	}{
		"board": {"board", nil, 0}, "stats": {"stats", nil, 0}, "moves": {"moves", start, mostShown}, "line": {"line", start, mostShown},
		"start": {"game", url.Values{"position": start["position"], "turns": {""}, "part": {"1"}}, 0},
	} {
		body, err := ask(q.what, q.params)
		if q.most > 0 && (err != nil || len(body) > q.most) {
			continue // the reader will answer
		} else if err != nil {
			return err
		}
		view[name] = body
	}
	if g.plot, err = ask("plot.svg", nil); err != nil {
		return err
	}
	if g.picture, err = ask(pictureName, start); err != nil {
		return err
	}
	g.view, err = json.Marshal(view)
	return err
}

// describe makes the entry, and the digest that names the folder: that of all that the reader reads first,
// of the index of blocks, which has the checksum of each block, and of the files without one.
func (g *game) describe(ctx context.Context) error {
	h := sha256.New()
	for _, s := range g.sources {
		text, err := json.Marshal(s.Split)
		if err != nil {
			return err
		}
		h.Write(text)
		from, n := int64(0), s.Bytes
		if s.Name == kv.TableName { // the index and what follows
			from = g.table.Root(1 << 62)[1].Offset
			n -= from
		}
		if _, err := io.Copy(h, kv.Stoppable(ctx, io.NewSectionReader(s.file, from, n))); err != nil {
			return fmt.Errorf("read %s: %w", g.db.Dir(), err)
		}
		g.entry.Files = append(g.entry.Files, s.Split)
		g.entry.Bytes += s.Bytes
	}
	h.Write(g.root)
	h.Write(g.view)
	h.Write(g.plot)
	h.Write(g.picture)
	g.digest = h.Sum(nil)
	g.entry.Folder = gamesFolder + "/" + g.slug + "-" + hex.EncodeToString(g.digest[:6]) + "/"
	g.entry.Root, g.entry.View = durable.Checksum(g.root), durable.Checksum(g.view)
	return nil
}

// write writes the folder, unless it exists: it appears whole or not at all.
func (g *game) write(ctx context.Context, o Options, wrote func(n int64)) error {
	path := filepath.Join(o.Out, filepath.FromSlash(g.entry.Folder))
	if _, err := os.Stat(path); err == nil {
		wrote(g.entry.Bytes)
		return nil
	}
	return writeFolder(path, func(dir string) error {
		for _, s := range g.sources {
			for n := range s.Parts() {
				if err := s.writePart(ctx, dir, n); err != nil {
					return err
				}
				wrote(min(s.Part, s.Bytes-n*s.Part))
			}
		}
		for name, content := range map[string][]byte{"root.bin": g.root, "view.json": g.view, "plot.svg": g.plot, pictureName: g.picture} {
			if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
				return err
			}
		}
		return nil
	})
}

// writePart writes a part of a file.
func (s *source) writePart(ctx context.Context, dir string, n int64) error {
	f, err := os.Create(filepath.Join(dir, s.PartName(n)))
	if err != nil {
		return err
	}
	defer f.Close()
	part := io.NewSectionReader(s.file, n*s.Part, min(s.Part, s.Bytes-n*s.Part))
	if copied, err := io.Copy(f, kv.Stoppable(ctx, part)); err != nil {
		return fmt.Errorf("write %s: %w", f.Name(), err)
	} else if copied != part.Size() {
		return fmt.Errorf("%s became shorter while it was read", s.Name)
	}
	return f.Close()
}

// writeFolder writes a folder under a temporary name and gives it its own.
func writeFolder(path string, write func(dir string) error) error {
	parent := filepath.Dir(path)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(parent, unfinished)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // after the renaming there is none
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	if err := write(dir); err != nil {
		return err
	}
	if err := durable.SyncFolder(dir); err != nil {
		return err
	}
	if err := os.Rename(dir, path); err != nil {
		return err
	}
	return durable.SyncFolder(parent)
}
