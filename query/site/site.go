package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/serve"
	"github.com/foregone-db/foregone/query/site/reading"
)

const (
	// DefaultPart is the size of a part in bytes: many hosts take files of up to 25 MB.
	DefaultPart = 25_000_000
	// SmallTable is the size in bytes of the largest table in parts that hosts without range requests
	// can send whole, and SmallPart the size of these parts.
	SmallTable = 500_000_000
	SmallPart  = 256 << 10
	// LargeSite is the size in bytes above which some hosts refuse a site.
	LargeSite = 1_000_000_000

	leastPart  = 64 << 10
	mostKeys   = 256 << 20 // bytes of the keys of a game, which are read whole while a site is written
	unfinished = ".new-"

	appFolder   = "app"
	gamesFolder = "t"
	indexName   = "index.html"
	pictureName = "picture.png"
)

//go:embed static
var static embed.FS

// Options of [New]. The zero value of PartSize means its default.
type Options struct {
	Out      string // the folder, which may hold an earlier site
	PartSize int64  // bytes of the largest file with a part of a table; default: DefaultPart
	Reader   Reader // see [BuildReader]
	Version  string // of the program
	// PublicURL is the address of the site, such as https://games.example/, for the picture that chats
	// show. "": none.
	PublicURL string
	// Progress is told a step and how much of it is done, and all.
	Progress func(step string, done, total int64)
}

func (o Options) report(step string, done, total int64) {
	if o.Progress != nil {
		o.Progress(step, done, total)
	}
}

// tableFiles are the files of a database that a site has.
var tableFiles = [...]string{kv.StartsName, kv.KeysName, kv.TableName}

// Disk returns an upper estimate of the disk in bytes that a site of databases takes while it is written.
func Disk(dbs []*query.DB) (n uint64) {
	for _, db := range dbs {
		for _, name := range tableFiles {
			_, length, end, err := db.File(name)
			if err != nil {
				continue // New returns the error, or there is no such file
			}
			end()
			if n += uint64(length); name == kv.TableName && hasToReorder(db) {
				n += table.ReorderDisk(db.Game(), length)
			}
		}
	}
	return n + 16<<20
}

// Site is a site that is not written yet.
type Site struct {
	options Options
	games   []*game
	app     map[string][]byte // files of the page's folder
	index   func(site any, folder string) ([]byte, error)
	entries map[string]entry
}

// New prepares a site of databases, which the caller closes after [Site.Close]. It fails with an
// [engine.InputError] if a browser cannot read one of them.
func New(ctx context.Context, dbs []*query.DB, o Options) (*Site, error) {
	if o.PartSize == 0 {
		o.PartSize = DefaultPart
	}
	if o.PartSize < leastPart {
		return nil, engine.InputErrorf("parts of %d bytes: want at least %d", o.PartSize, leastPart)
	}
	for _, db := range dbs {
		if err := Check(db); err != nil {
			return nil, err
		}
	}
	s := &Site{options: o, entries: map[string]entry{}}
	if err := ours(o.Out); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx, dbs); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Check returns an [engine.InputError] if a browser cannot read a database.
func Check(db *query.DB) error {
	name, where := db.Game().Spec().Name(), db.Dir()
	kind := filepath.Ext(name) // of the file with the game; "": a built-in one
	switch {
	case kind != "" && kind != ".wasm" && kind != ".json":
		return engine.InputErrorf("%s is a table of %s, a script or an engine, which cannot run in a browser: want a built-in game, a WebAssembly module or a description", where, name)
	case db.Table() == nil:
		return engine.InputErrorf("%s holds no table: want a table", where)
	}
	return nil
}

// prepare makes everything but the parts.
func (s *Site) prepare(ctx context.Context, dbs []*query.DB) error {
	server, err := serve.New(dbs, serve.Options{Version: s.options.Version, PublicURL: s.options.PublicURL})
	if err != nil {
		return err
	}
	set, err := answers.New(dbs, s.options.Version)
	if err != nil {
		return err
	}
	for _, db := range dbs {
		g, err := newGame(ctx, db, set, s.options)
		s.games = append(s.games, g)
		if err != nil {
			return err
		}
		for _, f := range g.sources {
			if f.Name != kv.TableName && f.Bytes > mostKeys {
				return engine.InputErrorf("%s has %d bytes of keys, which are read whole while a site is written: want at most %d", db.Dir(), f.Bytes, int64(mostKeys))
			}
		}
		s.entries[g.slug] = g.entry
	}
	page, err := server.Static()
	if err != nil {
		return err
	}
	if s.app, err = appFiles(page, s.options.Reader); err != nil {
		return err
	}
	s.index = func(site any, folder string) ([]byte, error) {
		return page.Index(folder, fmt.Sprintf(headHTML, page.Styles, folder), s.games[0].entry.Folder+pictureName, site)
	}
	return nil
}

// headHTML is the policy of the page, and the files that its script needs at once.
const headHTML = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'sha256-%s'; img-src 'self' data:; connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="manifest" href="manifest.webmanifest">
<link rel="modulepreload" href="%sclient.js">`

// appFiles returns the files of the page's folder by name.
func appFiles(page *serve.Static, r Reader) (map[string][]byte, error) {
	files := maps.Clone(page.Files)
	read := map[string][]byte{}
	for _, name := range []string{"load.js", "client.js", "guest.js", "worker.js", "start.js"} {
		var err error
		if read[name], err = static.ReadFile("static/" + name); err != nil {
			return nil, err
		}
	}
	files["client.js"] = slices.Concat(read["load.js"], read["client.js"])
	files["worker.js"] = slices.Concat(read["load.js"], r.Support, []byte("\n"), read["guest.js"], read["worker.js"])
	files["start.js"] = read["start.js"]
	files["reader.bin"] = r.Packed
	return files, nil
}

// Close closes the files of the databases that the site has opened.
func (s *Site) Close() (err error) {
	for _, g := range s.games {
		err = errors.Join(err, g.close())
	}
	return err
}

// Bytes returns about the size of the site.
func (s *Site) Bytes() (n int64) {
	for _, g := range s.games {
		n += g.entry.Bytes + int64(len(g.root)+len(g.view)+len(g.plot))
	}
	for _, content := range s.app {
		n += int64(len(content))
	}
	return n
}

// Small reports whether hosts without range requests can serve all games.
func (s *Site) Small() bool {
	return !slices.ContainsFunc(s.games, func(g *game) bool {
		return slices.ContainsFunc(g.sources, func(f source) bool { return f.Part > web.WholePart && f.Bytes > web.WholePart })
	})
}

// Write writes the site. Until index.html is replaced, last,
// an earlier site stays as it was. Then files that belonged to it alone are removed.
func (s *Site) Write(ctx context.Context) error {
	out := s.options.Out
	var done, total int64
	for _, g := range s.games {
		total += g.entry.Bytes
	}
	for _, g := range s.games {
		err := g.write(ctx, s.options, func(n int64) {
			done += n
			s.options.report("write", done, total)
		})
		if err != nil {
			return fmt.Errorf("write %s: %w", g.slug, err)
		}
	}
	app, err := s.writeApp(out)
	if err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	if err := s.writeRoots(ctx, out, app); err != nil {
		return fmt.Errorf("write the page: %w", err)
	}
	return s.removeOld(out, app)
}

// ours refuses a folder with other things.
func ours(out string) error {
	entries, err := os.ReadDir(out)
	if errors.Is(err, os.ErrNotExist) {
		return os.MkdirAll(out, 0o777)
	} else if err != nil {
		return err
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, ".") || name == "CNAME" || name == appFolder || name == gamesFolder {
			continue
		}
		if _, err := os.Stat(filepath.Join(out, appFolder)); err != nil {
			return engine.InputErrorf("%s has other files, such as %s: want an empty folder, or a site to update", out, e.Name())
		}
		break
	}
	return nil
}

// writeApp writes the page's folder and returns its relative path.
func (s *Site) writeApp(out string) (string, error) {
	h := sha256.New()
	names := slices.Sorted(maps.Keys(s.app))
	for _, name := range names {
		fmt.Fprintf(h, "%s %d\n", name, len(s.app[name]))
		h.Write(s.app[name])
	}
	folder := appFolder + "/" + hex.EncodeToString(h.Sum(nil)[:6]) + "/"
	path := filepath.Join(out, filepath.FromSlash(folder))
	if _, err := os.Stat(path); err == nil {
		return folder, nil
	}
	return folder, writeFolder(path, func(dir string) error {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), s.app[name], 0o666); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeRoots writes the files that have no digest in their names, index.html last.
func (s *Site) writeRoots(ctx context.Context, out, app string) error {
	index, err := s.index(map[string]any{
		"app": app, "protocol": reading.Protocol, "mostKept": reading.MostKept, "games": s.entries,
		"files": map[string]uint32{"reader.bin": durable.Checksum(s.app["reader.bin"])},
	}, app)
	if err != nil {
		return err
	}
	worker, err := static.ReadFile("static/sw.js")
	if err != nil {
		return err
	}
	shell := []string{"manifest.webmanifest"}
	for _, name := range []string{"page.js", "client.js", "worker.js", "start.js", "icon.svg"} {
		shell = append(shell, app+name)
	}
	folders := []string{app}
	for _, slug := range slices.Sorted(maps.Keys(s.entries)) {
		folders = append(folders, s.entries[slug].Folder)
	}
	for mark, list := range map[string][]string{"SHELL": shell, "FOLDERS": folders} {
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		worker = bytes.Replace(worker, []byte("= "+mark+";"), slices.Concat([]byte("= "), text, []byte(";")), 1)
	}
	manifest, err := json.MarshalIndent(map[string]any{
		"name": "Foregone: solved games", "short_name": "Foregone", "start_url": "./", "scope": "./", "display": "standalone",
		"background_color": "#ffffff", "theme_color": "#ffffff",
		"icons": []map[string]string{{"src": app + "icon.svg", "sizes": "any", "type": "image/svg+xml"}},
	}, "", " ")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name    string
		content []byte
	}{{".nojekyll", nil}, {"manifest.webmanifest", manifest}, {"sw.js", worker}, {indexName, index}} {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := filepath.Join(out, f.name)
		if have, err := os.ReadFile(path); err != nil || !bytes.Equal(have, f.content) {
			if err := durable.WriteBytes(path, true, f.content); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeOld removes what belongs to earlier sites alone.
func (s *Site) removeOld(out, app string) error {
	current := map[string]bool{app: true}
	for _, e := range s.entries {
		current[e.Folder] = true
	}
	var errs []error
	for _, parent := range []string{appFolder, gamesFolder} {
		entries, err := os.ReadDir(filepath.Join(out, parent))
		errs = append(errs, err)
		for _, e := range entries {
			if !current[parent+"/"+e.Name()+"/"] {
				errs = append(errs, os.RemoveAll(filepath.Join(out, parent, e.Name())))
			}
		}
	}
	return errors.Join(errs...)
}
