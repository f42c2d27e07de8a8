package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/files"
)

// formatMajorVersion pins what Pebble writes, whatever its default becomes.
const formatMajorVersion = pebble.FormatTableFormatV6

// folder is the locked folder of a database, and the journal of Pebble's failures.
type folder struct {
	dir     string
	fs      vfs.FS
	lock    *lock
	journal *journal
}

// lockStore locks a folder and deletes leftovers. It refuses a folder without a store, unless create is
// set.
func lockStore(dir string, create bool, o Options) (*folder, error) {
	f := &folder{dir: dir, fs: cmp.Or(o.FS, vfs.Default), journal: newJournal(o.Log)}
	exists, err := f.exists()
	if err == nil && !exists {
		if !create {
			return nil, fmt.Errorf("store in %s %w", dir, kv.ErrNotFound)
		}
		err = makeFolder(f.fs, dir)
	}
	if err != nil {
		return nil, err
	}
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

// giveUp releases the lock after a failed opening and returns its error.
func (f *folder) giveUp(err error) error {
	if f.journal.failure() == nil {
		f.lock.Close()
	}
	return err
}

// exists reports whether the folder has a store, or files that may be one.
func (f *folder) exists() (bool, error) {
	info, err := f.fs.Stat(f.path(kv.StoreName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("open store: %w", err)
	case !info.IsDir():
		return false, fmt.Errorf("%s is %w: it is not a folder; nothing was changed", f.path(kv.StoreName), kv.ErrForeign)
	}
	return true, nil
}

// makeFolder makes the folder of a database. One that exists must hold nothing foreign.
func makeFolder(disk vfs.FS, dir string) error {
	names, err := disk.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = files.MakeFolder(disk, dir)
	}
	if err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	for _, name := range names {
		if !kv.Belongs(name) {
			return fmt.Errorf("folder %s is %w: it holds %s; nothing was changed", dir, kv.ErrForeign, name)
		}
	}
	return nil
}

// create makes the store under another name and renames it when it is complete.
func (f *folder) create(value []byte, o Options) error {
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

// peek reads the manifest into m, without changing anything.
func (f *folder) peek(m *manifest, o Options) error {
	return f.journal.do(func() error {
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
}

// pebble opens the Pebble store of that name.
func (f *folder) pebble(name string, o Options, readOnly bool) (*pebble.DB, error) {
	cache := pebble.NewCache(cacheSize)
	defer cache.Unref()
	options := &pebble.Options{
		FS: vfs.OnDiskFull(strictFS{f.fs, f.journal}, func() {
			if o.Full == nil || !o.Full() {
				f.journal.Fatalf("write in %s: %w", f.path(name), syscall.ENOSPC) // Pebble would panic
			}
		}),
		Cache:              cache,
		MemTableSize:       uint64(cmp.Or(o.memTable, memTable)),
		FormatMajorVersion: formatMajorVersion,
		Logger:             f.journal,
		// A failed flush is a failure of the store, too, because Pebble would repeat it for ever while writers wait.
		EventListener: &pebble.EventListener{
			BackgroundError: f.journal.fail,
			// The reader of the damaged block gets an error.
			DataCorruption: func(info pebble.DataCorruptionInfo) { f.journal.Errorf("%s", info) },
		},
		ReadOnly:              readOnly,
		ErrorIfNotExists:      name == kv.StoreName,
		MaxOpenFiles:          500,
		L0CompactionThreshold: 4,
		// Pebble 2.1.7 gathers the statistics in the background, even while Open fails and closes what
		// they read.
		DisableTableStats: true,
	}
	scheduler := newScheduler(f.journal)
	options.Experimental.CompactionScheduler = scheduler
	db, err := pebble.Open(f.path(name), options)
	if err == nil {
		scheduler.opened()
	}
	return db, err
}

// openError translates an error of Pebble that opened a store.
func (f *folder) openError(err error) error {
	path := f.path(kv.StoreName)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pebble.ErrDBDoesNotExist):
		return fmt.Errorf("folder %s is %w: it holds no Pebble store; nothing was changed", path, kv.ErrForeign)
	case strings.Contains(err.Error(), "unknown format major version"):
		return fmt.Errorf("store %s was %w of foregone: %w", path, kv.ErrNewer, err)
	}
	return f.readError(err)
}

// readError translates an error of Pebble. After its first line such an error has marks for other
// programs.
func (f *folder) readError(err error) error {
	if pebble.IsCorruptionError(err) {
		text, _, _ := strings.Cut(err.Error(), "\n")
		return f.corruptf("%s", text)
	}
	return fmt.Errorf("read store %s: %w", f.path(kv.StoreName), err)
}

func (f *folder) corruptf(format string, args ...any) error {
	return kv.Corruptf(f.path(kv.StoreName), format, args...)
}

func (f *folder) path(name string) string { return f.fs.PathJoin(f.dir, name) }

// strictFS is the file system for Pebble. It orders the writes of marker files, which name the
// current manifest file, and reports folders that cannot be synced.
type strictFS struct {
	vfs.FS
	journal *journal
}

// Create implements [vfs.FS]. It makes the names in a folder durable before it makes a marker
// there. Pebble relies on file systems for that order: after a power failure a marker must not
// name a lost file.
func (s strictFS) Create(name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	if strings.HasPrefix(s.PathBase(name), "marker.") {
		if err := files.SyncFolder(s.FS, s.PathDir(name)); err != nil {
			return nil, err
		}
	}
	return s.FS.Create(name, category)
}

// OpenDir implements [vfs.FS]. If a folder cannot be synced the store fails; Pebble would panic,
// perhaps in a goroutine of its own.
func (s strictFS) OpenDir(name string) (vfs.File, error) {
	dir, err := s.FS.OpenDir(name)
	if err != nil {
		return nil, err
	}
	return strictDir{dir, s.journal}, nil
}

// Unwrap implements [vfs.FS].
func (s strictFS) Unwrap() vfs.FS { return s.FS }

type strictDir struct {
	vfs.File
	journal *journal
}

// Sync implements [vfs.File].
func (d strictDir) Sync() error {
	if err := d.File.Sync(); err != nil {
		d.journal.Fatalf("sync folder: %v", err)
	}
	return nil
}
