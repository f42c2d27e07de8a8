package durable

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	// temporary stands in the names of files that several may be writing at once,
	// after their own and before some random text.
	temporary = ".tmp-"
	// newSuffix ends the names of files that only one writer can be at.
	newSuffix = ".new"
)

// File is a file on its way to its place. It belongs to one goroutine and ends with
// [File.Place], [File.Replace], [File.ReplaceUnsynced] or [File.Discard]. An end that
// fails removes the file.
type File struct {
	file  *os.File
	path  string // of its place
	ended bool
}

// Create begins a file that belongs at path. The folder must exist. Others may write
// the same file meanwhile; whole they all are.
func Create(path string) (*File, error) {
	f, err := os.OpenFile(path+temporary+rand.Text(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{file: f, path: path}, nil
}

// CreateLocked is [Create] for a folder that nobody else writes to. What an earlier
// writer left behind is overwritten.
func CreateLocked(path string) (*File, error) {
	f, err := os.Create(path + newSuffix)
	if err != nil {
		return nil, err
	}
	return &File{file: f, path: path}, nil
}

// RemoveLeftovers removes what killed writers left of the file at path, begun by
// [Create]. Were another writer at work on it, it would fail at its end, and harm
// nothing.
func RemoveLeftovers(path string) {
	dir, name := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), name+temporary) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Write implements [io.Writer].
func (f *File) Write(p []byte) (int, error) { return f.file.Write(p) }

// Sync makes durable what was written, under the temporary name.
func (f *File) Sync() error { return f.file.Sync() }

// Replace makes the file durable and puts it in its place, over one that is there.
func (f *File) Replace() error { return f.end(f.file.Sync, f.rename, f.syncFolder) }

// Place makes the file durable and puts it in its place, where nothing may be: else it
// fails with an [fs.ErrExist].
func (f *File) Place() error { return f.end(f.file.Sync, f.link, f.syncFolder) }

// ReplaceUnsynced puts the file in its place, over one that is there, without waiting
// for the disk. It is whole for every reader; a power failure may leave an older one,
// or damage.
func (f *File) ReplaceUnsynced() error { return f.end(nil, f.rename, nil) }

// end closes the file with steps before and after it gets its name.
func (f *File) end(sync, move, syncFolder func() error) error {
	if f.ended {
		return fs.ErrClosed
	}
	var err error
	if sync != nil {
		err = sync()
	}
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = move()
	}
	if err != nil {
		f.Discard()
		return err
	}
	f.ended = true
	if syncFolder != nil {
		return syncFolder()
	}
	return nil
}

func (f *File) rename() error { return os.Rename(f.file.Name(), f.path) }

// link gives the file its name and never overwrites, whoever else is writing here.
func (f *File) link() error {
	err := os.Link(f.file.Name(), f.path)
	switch {
	case err == nil:
		os.Remove(f.file.Name()) // at worst a leftover
		return nil
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// Some file systems have no links.
	if err := MustBeFree(f.path); err != nil {
		return err
	}
	return f.rename()
}

func (f *File) syncFolder() error { return SyncFolder(filepath.Dir(f.path)) }

// Discard gives the file up and removes what was written of it. After the file has got
// its name it does nothing.
func (f *File) Discard() {
	if f.ended {
		return
	}
	f.ended = true
	f.file.Close()
	os.Remove(f.file.Name())
}

// MustBeFree returns an [fs.ErrExist] where something has that path.
func MustBeFree(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
