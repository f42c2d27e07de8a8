package query

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/keys"
	"github.com/foregone-db/foregone/kv/pack"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
)

// origin is where the files of a database are: a folder, a table alone, a pack, or one of these on a web
// server.
type origin struct {
	path string    // by which the database was opened
	host *web.Host // nil on this machine
	// read returns a file of the database, its length and its path or URL, or [kv.ErrNotFound]. It is
	// nil for a folder on this machine.
	read    func(name string) (r io.ReaderAt, n int64, path string, err error)
	closers []io.Closer
}

// OpenFiles is [Open] for a database whose files arrive in another way, such as those of a site in a
// browser. where names it in messages. file opens a file of the database and returns its length, or
// an error that wraps [ErrNotFound]; the database closes a table that is an [io.Closer].
func OpenFiles(where string, file func(name string) (io.ReaderAt, int64, error), registry *games.Registry, o Options) (*DB, error) {
	from := &origin{path: where, read: func(name string) (io.ReaderAt, int64, string, error) {
		r, n, err := file(name)
		return r, n, where, err
	}}
	return from.open(registry, o)
}

// startMost is the number of first bytes that tell a table from a pack.
const startMost = 8

// findOrigin finds out what a path or URL names.
func findOrigin(where string, o Options) (*origin, error) {
	if web.Is(where) {
		host, err := web.NewHost(o.Web)
		if err != nil {
			return nil, err
		}
		from := &origin{path: where, host: host}
		return from, from.findOnWeb()
	}
	from := &origin{path: where}
	info, err := os.Stat(where)
	if scheme, _, address := strings.Cut(where, "://"); address && err != nil {
		return nil, engine.InputErrorf("%s: databases are read by http and https, not by %s", where, scheme)
	}
	if err != nil || !info.Mode().IsRegular() {
		return from, nil
	}
	f, err := os.Open(where)
	if err != nil {
		return nil, err
	}
	from.closers = append(from.closers, f)
	if err := from.useFile(f, info.Size(), func(name string) (io.ReaderAt, int64, error) {
		f, n, err := openLocal(filepath.Join(filepath.Dir(where), name))
		if err != nil {
			return nil, 0, err
		}
		from.closers = append(from.closers, f)
		return f, n, nil
	}); err != nil {
		return nil, errors.Join(err, from.close())
	}
	return from, nil
}

// findOnWeb finds out what the URL names: a file, or a folder with a table.
func (from *origin) findOnWeb() error {
	beside := func(name string) (io.ReaderAt, int64, error) {
		folder := from.path
		if path.Base(folder) == kv.TableName {
			folder = strings.TrimSuffix(folder, kv.TableName)
		}
		f, err := from.host.Open(web.Join(folder, name))
		if err != nil {
			return nil, 0, err
		}
		return f, f.Size(), nil
	}
	var asFile error
	if !strings.HasSuffix(from.path, "/") {
		f, err := from.host.Open(from.path)
		if err == nil {
			from.closers = append(from.closers, f)
			return from.useFile(f, f.Size(), beside)
		}
		asFile = err
		if !errors.Is(err, kv.ErrNotFound) && !errors.Is(err, kv.ErrCorrupt) || path.Base(from.path) == kv.TableName {
			return err
		}
	}
	from.read = func(name string) (io.ReaderAt, int64, string, error) {
		r, n, err := beside(name)
		return r, n, web.Join(from.path, name), err
	}
	r, _, _, err := from.read(kv.TableName)
	switch {
	case errors.Is(err, kv.ErrNotFound) && asFile != nil:
		return fmt.Errorf("%w; nor is it a folder with a table", asFile)
	case err != nil:
		return err
	}
	return r.(io.Closer).Close()
}

// useFile makes a file the origin, a pack or a table. beside opens another file in the folder of
// the table.
func (from *origin) useFile(file io.ReaderAt, n int64, beside func(name string) (io.ReaderAt, int64, error)) error {
	start := make([]byte, min(n, startMost))
	if err := kv.ReadAt(from.path, file, start, 0); err != nil {
		return err
	}
	if !pack.IsPack(start) {
		from.read = func(name string) (io.ReaderAt, int64, string, error) {
			if name == kv.TableName {
				return file, n, from.path, nil
			}
			if path.Base(filepath.ToSlash(from.path)) != kv.TableName {
				return nil, 0, "", kv.ErrNotFound // a file of another name may have strange neighbours
			}
			r, n, err := beside(name)
			return r, n, from.path, err
		}
		return nil
	}
	p, err := pack.Open(from.path, file, n)
	if err != nil {
		return err
	}
	from.read = func(name string) (io.ReaderAt, int64, string, error) {
		r, n, err := p.Part(name)
		return r, n, from.path, err
	}
	return nil
}

// openTable opens the table.
func (from *origin) openTable(o table.ReaderOptions) (*table.Reader, error) {
	if from.read == nil {
		return table.Open(kv.TablePath(from.path), o)
	}
	r, n, path, err := from.read(kv.TableName)
	if err != nil {
		return nil, err
	}
	if c, ok := r.(io.Closer); ok && len(from.closers) == 0 {
		from.closers = append(from.closers, c)
	}
	return table.OpenAt(path, r, n, o)
}

// openLocal opens a file on this machine and returns its length, or [kv.ErrNotFound].
func openLocal(path string) (*os.File, int64, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fmt.Errorf("%s %w", path, kv.ErrNotFound)
	} else if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// file opens a file of the database, which the caller closes, and returns its length and its path or URL; or
// [kv.ErrNotFound].
func (from *origin) file(name string) (r io.ReaderAt, n int64, path string, close func() error, err error) {
	if from.read == nil {
		path = filepath.Join(from.path, name)
		f, n, err := openLocal(path)
		if err != nil {
			return nil, 0, path, nil, err
		}
		return f, n, path, f.Close, nil
	}
	r, n, path, err = from.read(name)
	if f, ok := r.(*web.File); ok && err == nil {
		return r, n, path, f.Close, nil
	}
	return r, n, path, func() error { return nil }, err
}

// openKeys opens the keys of a game that defines only rules, or returns [kv.ErrNotFound].
func (from *origin) openKeys() (*keys.File, error) {
	r, n, path, end, err := from.file(kv.KeysName)
	if err != nil {
		return nil, err
	}
	if remote, ok := r.(kv.Remote); ok && from.host == nil { // of a site
		_, list, err := from.readFile(keys.RunsName)
		if err != nil {
			return nil, err
		}
		if list != nil {
			return keys.OpenRuns(path, remote, list)
		}
	}
	defer end()
	return keys.Read(path, r, n)
}

// readFile returns the whole of a small file, or nil if the database has no such file.
func (from *origin) readFile(name string) (path string, content []byte, err error) {
	r, n, path, end, err := from.file(name)
	if errors.Is(err, kv.ErrNotFound) || from.host != nil && errors.Is(err, kv.ErrCorrupt) { // some hosts have a page for every path
		return path, nil, nil
	} else if err != nil {
		return path, nil, err
	}
	defer end()
	content = make([]byte, n)
	return path, content, kv.ReadAt(path, r, content, 0)
}

// File opens a file of the database for reading, and returns its length; it fails with [ErrNotFound] if
// the database has no such file. The caller closes it.
func (db *source) File(name string) (r io.ReaderAt, n int64, close func() error, err error) {
	r, n, _, close, err = db.origin.file(name)
	return r, n, close, err
}

// close closes the files.
func (from *origin) close() (err error) {
	for _, c := range from.closers {
		err = errors.Join(err, c.Close())
	}
	from.closers = nil
	return err
}
