package store

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/files"
)

// folder is the folder of a database, locked, in which a store is, or is made.
type folder struct {
	dir     string
	fs      vfs.FS
	lock    *lock
	journal *journal
}

// begin looks at the folder, locks it and clears leftovers away.
func begin(dir string, o Options, create bool) (*folder, error) {
	f := &folder{dir: dir, fs: o.FS, journal: newJournal(o.Log)}
	if f.fs == nil {
		f.fs = vfs.Default
	}
	if create {
		if err := f.mayCreate(); err != nil {
			return nil, err
		}
	} else if there, err := f.there(); err != nil {
		return nil, err
	} else if !there {
		return nil, fmt.Errorf("store in %s %w", dir, kv.ErrNotFound)
	}
	var err error
	if f.dir, err = resolve(f.fs, dir); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	if f.lock, err = acquire(f.fs, f.dir); err != nil {
		return nil, err
	}
	for _, name := range []string{kv.NewStoreName, kv.OldStoreName} {
		if err := f.fs.RemoveAll(f.path(name)); err != nil {
			return nil, f.giveUp(fmt.Errorf("clear away %s: %w", f.path(name), err))
		}
	}
	return f, nil
}

// there reports whether there is a store, or what may be one.
func (f *folder) there() (bool, error) {
	info, err := f.fs.Stat(f.path(kv.StoreName))
	switch {
	case isNotExist(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("open store: %w", err)
	case !info.IsDir():
		return false, fmt.Errorf("%s is %w: it is no folder; nothing was changed", f.path(kv.StoreName), kv.ErrForeign)
	}
	return true, nil
}

// mayCreate makes the folder unless it is there already, in which case it must
// hold nothing foreign.
func (f *folder) mayCreate() error {
	names, err := f.fs.List(f.dir)
	if isNotExist(err) {
		err = files.MakeFolder(f.fs, f.dir)
	}
	if err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	for _, name := range names {
		if !kv.Belongs(name) {
			return fmt.Errorf("folder %s is %w: it holds %s; nothing was changed", f.dir, kv.ErrForeign, name)
		}
	}
	return nil
}

// create makes the store under another name, so that what has its name is whole.
func (f *folder) create(m *Manifest, value []byte, o Options) error {
	if there, err := f.there(); err != nil {
		return err
	} else if there {
		old, err := f.peek(o)
		if err != nil {
			return err
		}
		if err := table.CheckGame(f.path(kv.StoreName), old.Game, old.Files, m.Game, m.Files); err != nil {
			return err
		}
		return fmt.Errorf("store %s %w", f.path(kv.StoreName), kv.ErrExists)
	}
	err := f.journal.do(func() error {
		db, err := f.pebble(kv.NewStoreName, o, false)
		if err != nil {
			return err
		}
		return errors.Join(db.Set([]byte{tagManifest}, value, pebble.Sync), db.Close())
	})
	if err == nil {
		err = f.fs.Rename(f.path(kv.NewStoreName), f.path(kv.StoreName))
	}
	if err == nil {
		err = files.SyncFolder(f.fs, f.dir)
	}
	if err != nil {
		return fmt.Errorf("create store %s: %w", f.path(kv.StoreName), err)
	}
	return nil
}

// peek reads the manifest without changing anything.
func (f *folder) peek(o Options) (*Manifest, error) {
	var m Manifest
	err := f.journal.do(func() error {
		db, err := f.pebble(kv.StoreName, o, true)
		if err != nil {
			return f.openError(err)
		}
		defer db.Close()
		value, closer, err := db.Get([]byte{tagManifest})
		if errors.Is(err, pebble.ErrNotFound) {
			return fmt.Errorf("store %s is %w: it has no manifest; nothing was changed", f.path(kv.StoreName), kv.ErrForeign)
		} else if err != nil {
			return f.openError(err)
		}
		defer closer.Close()
		return m.unmarshal(f.path(kv.StoreName), value)
	})
	return &m, err
}

// openError says in our words what Pebble says.
func (f *folder) openError(err error) error {
	path := f.path(kv.StoreName)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pebble.ErrDBDoesNotExist):
		return fmt.Errorf("folder %s is %w: it holds no Pebble store; nothing was changed", path, kv.ErrForeign)
	case pebble.IsCorruptionError(err):
		return corruptf(path, "%s", firstLine(err))
	case strings.Contains(err.Error(), "unknown format major version"):
		return fmt.Errorf("store %s was %w of foregone: %w", path, kv.ErrNewer, err)
	}
	return fmt.Errorf("open store %s: %w", path, err)
}

// pebble opens the Pebble store of that name.
func (f *folder) pebble(name string, o Options, readOnly bool) (*pebble.DB, error) {
	if o.Cache <= 0 {
		o.Cache = DefaultCache
	}
	if o.MemTable <= 0 {
		o.MemTable = DefaultMemTable
	}
	cache := pebble.NewCache(o.Cache)
	defer cache.Unref()
	options := &pebble.Options{
		FS:                    strictFS{f.fs, f.journal},
		Cache:                 cache,
		MemTableSize:          uint64(o.MemTable),
		FormatMajorVersion:    formatMajorVersion,
		Logger:                f.journal,
		EventListener:         f.journal.events(),
		ReadOnly:              readOnly,
		ErrorIfNotExists:      name == kv.StoreName,
		MaxOpenFiles:          500,
		L0CompactionThreshold: 4,
	}
	scheduler := newScheduler(f.journal)
	options.Experimental.CompactionScheduler = scheduler
	db, err := pebble.Open(f.path(name), options)
	if err == nil {
		scheduler.opened()
	}
	return db, err
}

func (f *folder) path(name string) string { return f.fs.PathJoin(f.dir, name) }

// giveUp releases the lock of a failed opening and returns its error.
func (f *folder) giveUp(err error) error {
	if f.journal.failure() == nil {
		f.lock.release()
	}
	return err
}
