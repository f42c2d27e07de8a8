package durable

import (
	"crypto/rand"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	// temporary follows the name of a file that several processes may write at once; random
	// text follows it.
	temporary = ".tmp-"
	// newSuffix ends the name of a file that only one process can write.
	newSuffix = ".new"
)

// File is a file under a temporary name. It belongs to one goroutine. End it by [File.Place],
// [File.Replace], [File.ReplaceUnsynced] or [File.Discard]. A failed end removes the file.
type File struct {
	file  *os.File
	path  string // the final path
	ended bool
}

// Create starts a file for path. The folder must exist. Several writers may work on one path at
// once; each writes a file of its own.
func Create(path string) (*File, error) {
	f, err := os.OpenFile(path+temporary+rand.Text(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{file: f, path: path}, nil
}

// CreateLocked is [Create] for a folder that the caller has locked. It overwrites the leftovers of
// an earlier writer.
func CreateLocked(path string) (*File, error) {
	f, err := os.Create(path + newSuffix)
	if err != nil {
		return nil, err
	}
	return &File{file: f, path: path}, nil
}

// Scratch makes a temporary file for a writer of path, which reads and removes it. [RemoveLeftovers] removes that of
// a killed one.
func Scratch(path string) (*os.File, error) {
	return os.OpenFile(path+temporary+rand.Text(), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

// RemoveLeftovers removes temporary files that killed writers of [Create] left for path. If a
// writer is still running, its end fails.
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

// Replace makes the file durable and renames it to its path, over an existing file.
func (f *File) Replace() error { return f.end(f.file.Sync, f.rename, f.syncFolder) }

// Place makes the file durable and gives it its path. It fails with [fs.ErrExist] if a file has
// that path.
func (f *File) Place() error { return f.end(f.file.Sync, f.link, f.syncFolder) }

// ReplaceUnsynced renames the file to its path, over an existing file, without a sync. Readers see
// a whole file. A power failure may leave the older file, or a damaged one.
func (f *File) ReplaceUnsynced() error { return f.end(nil, f.rename, nil) }

// end closes the file, with steps before and after the rename.
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

// link gives the file its path and never overwrites, even if several writers compete.
func (f *File) link() error {
	err := os.Link(f.file.Name(), f.path)
	switch {
	case err == nil:
		os.Remove(f.file.Name()) // a failure only leaves the temporary file
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

// Discard removes the temporary file. After a successful end it does nothing.
func (f *File) Discard() {
	if f.ended {
		return
	}
	f.ended = true
	f.file.Close()
	os.Remove(f.file.Name())
}

// MustBeFree returns an [fs.ErrExist] if the path exists.
func MustBeFree(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ChecksumSize is the number of bytes of a checksum.
const ChecksumSize = crc32.Size

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the checksum of p; that of no bytes is 0.
func Checksum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// Update returns the checksum of bytes whose checksum is sum, followed by p.
func Update(sum uint32, p []byte) uint32 { return crc32.Update(sum, castagnoli, p) }
