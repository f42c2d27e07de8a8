package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
)

// databaseRoot is the folder of databases without --db.
const databaseRoot = "foregone-data"

// defaultDir returns the default folder of a game's database. If the typed spec names a file, the
// folder's name ends in the name of the file; an existing folder for the same contents is reused.
func defaultDir(spec engine.Spec, typed string) string {
	dir := filepath.Join(databaseRoot, spec.Slug())
	name := fileName(spec, typed)
	if name == "" {
		return dir
	}
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if found, _ := filepath.Glob(dir + "-*"); len(found) > 0 {
		return found[0]
	}
	return dir + "-" + name
}

// fileName returns the name of the first file in a typed spec, without its extension, or "".
func fileName(spec engine.Spec, typed string) string {
	_, params, _ := strings.Cut(typed, ":")
	for _, part := range strings.Split(params, ",") {
		param, path, _ := strings.Cut(part, "=")
		if _, ok := spec.Files()[param]; !ok {
			continue
		}
		name := filepath.Base(path)
		return strings.Map(func(r rune) rune {
			if r < 128 && !strings.ContainsRune("-_.", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return '-'
			}
			return r
		}, strings.TrimSuffix(name, filepath.Ext(name)))
	}
	return ""
}

// Game makes the game that a GAME argument names, and reads the files in its spec.
func (c *Console) Game(text string) (engine.Game, error) {
	spec, err := c.registry.Parse(text, os.ReadFile)
	if err != nil {
		return nil, err
	}
	return c.registry.Open(spec)
}

// Database opens the database of the flag --db, or the only one.
func (c *Call) Database() (*query.DB, error) { return c.openWith(query.Options{}) }

// DatabaseOnFile is [Call.Database] for commands that read the whole table within a memory limit:
// it reads values from the file instead of mapping them into memory.
func (c *Call) DatabaseOnFile() (*query.DB, error) {
	return c.openWith(query.Options{Access: table.OnFile})
}

func (c *Call) openWith(o query.Options) (*query.DB, error) {
	dir, err := c.databaseDir(c.String("db"), false)
	if err != nil {
		return nil, err
	}
	return c.open(dir, o)
}

// open opens the database in a folder.
func (c *Call) open(dir string, o query.Options) (*query.DB, error) {
	o.Program = c.name
	o.Web = c.webOptions()
	db, err := query.Open(dir, c.registry, o)
	if err == nil {
		c.closers = append(c.closers, func() { db.Close() })
	}
	return db, err
}

// defaultCache is the size in bytes of the disk cache of commands that have no flag for it.
const defaultCache = 1 << 30

// webOptions says how tables on web servers are read. A machine without a folder for caches has no
// disk cache.
func (c *Call) webOptions() web.Options {
	o := web.Options{Context: c.Context, Cache: defaultCache}
	for _, f := range c.Command.Flags {
		if slices.Contains(f.Names(), "cache") && c.Command.Name != "serve" { // the cache of serve is in memory
			o.Cache = int64(c.Size("cache"))
		}
	}
	if folder, err := os.UserCacheDir(); err == nil {
		o.Folder = filepath.Join(folder, "foregone", "blocks")
	}
	return o
}

// openAll opens the databases in some folders, or the only one.
func (c *Call) openAll(dirs []string, o query.Options) (dbs []*query.DB, err error) {
	if len(dirs) == 0 {
		dir, err := c.databaseDir("", false)
		if err != nil {
			return nil, err
		}
		dirs = []string{dir}
	}
	for _, dir := range dirs {
		db, err := c.open(dir, o)
		if err != nil {
			return nil, err
		}
		dbs = append(dbs, db)
	}
	return dbs, nil
}

// withDatabase returns a command that works on the database of the flag --db, or on the only one.
func withDatabase(run func(*Call, *query.DB) error) func(*Call) error {
	return func(c *Call) error {
		db, err := c.Database()
		if err != nil {
			return err
		}
		return run(c, db)
	}
}

// withPosition returns a command that also gets a position: its argument, or the start of the game.
func withPosition(run func(*Call, *query.DB, engine.Position) error) func(*Call) error {
	return withDatabase(func(c *Call, db *query.DB) error {
		position, err := c.start(db.Game())
		if c.NArg() > 0 {
			position, err = db.Parse(c.Arg(0))
		}
		if err != nil {
			return err
		}
		return run(c, db, position)
	})
}

// start returns the position that a game begins with.
func (c *Call) start(g engine.Game) (engine.Position, error) {
	if start, ok := g.Start(); ok {
		return start, nil
	}
	return nil, Usagef("%s has no single start: want \"%s %s POSITION\"", g.Spec().Name(), c.name, c.Command.Name)
}

// databaseDir returns dir, or if that is empty the only database under [databaseRoot]. Unfinished
// solves count if unfinished is set, or if there are no others.
func (c *Console) databaseDir(dir string, unfinished bool) (string, error) {
	if dir != "" {
		return dir, nil
	}
	finished, begun, err := databases(databaseRoot)
	if err != nil {
		return "", err
	}
	candidates := finished
	if unfinished || len(finished) == 0 {
		candidates = append(candidates, begun...)
	}
	switch len(candidates) {
	case 0:
		return "", errors.New("there is no database under " + databaseRoot + ": make one with \"" + c.name + " solve GAME\", or say where it is with --db DIR")
	case 1:
		return candidates[0], nil
	}
	return "", Usagef("there are %d databases under %s, say which one: --db %s", len(candidates), databaseRoot, strings.Join(candidates, " or --db "))
}

// databases returns the folders under root in two lists: those with a finished table or the
// description of a file used in place, and those with only an unfinished solve.
func databases(root string) (finished, begun []string, err error) {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	} else if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		dir := filepath.Join(root, e.Name())
		if isDatabase(dir) {
			finished = append(finished, dir)
		} else if exists(kv.StatusPath(dir)) {
			begun = append(begun, dir)
		}
	}
	return finished, begun, nil
}

// isDatabase reports whether a folder has a table, the description of a file used in place, or bitmaps.
func isDatabase(dir string) bool {
	return exists(kv.TablePath(dir)) || exists(raw.DescriptionPath(dir)) || exists(kv.BitmapsPath(dir))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// dbArgument returns the argument with which a command finds the database in dir, or "" if it needs
// none.
func (c *Console) dbArgument(dir string) string {
	if found, err := c.databaseDir("", false); err == nil && filepath.Clean(found) == filepath.Clean(dir) {
		return ""
	}
	return " --db " + quote(dir)
}
