package kv

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Errors that callers distinguish. The packages of kv, solver and query wrap them with the name of
// the file and its fault.
var (
	// ErrNotFound is returned when a table, store or other file does not exist.
	ErrNotFound = errors.New("not found")
	// ErrExists is returned when a file would be overwritten.
	ErrExists = errors.New("exists already")
	// ErrCorrupt is returned when a file is damaged, truncated, or of another kind than its name
	// says.
	ErrCorrupt = errors.New("damaged")
	// ErrNewer is returned when a file has a later format than this program can read.
	ErrNewer = errors.New("written by a newer version")
	// ErrGameMismatch is returned when a file belongs to another game, or to another variant of the
	// game, than the one requested.
	ErrGameMismatch = errors.New("belongs to another game")
	// ErrClosed is returned when a table or store is used after it was closed.
	ErrClosed = errors.New("closed")
	// ErrLocked is returned when another process, or another part of this process, has the database
	// open. The message names the process.
	ErrLocked = errors.New("in use")
	// ErrForeign is returned when a folder holds something other than a database of
	// this program. Nothing in it was changed.
	ErrForeign = errors.New("not a database of foregone")
	// ErrFailed is returned when a write fails, such as on a full disk, by that call and all later
	// ones. Committed data is safe. The process must end before the database can be opened again.
	ErrFailed = errors.New("the store cannot go on")
)

// Corruptf returns an [ErrCorrupt] that names the file at path and its fault.
func Corruptf(path, format string, args ...any) error {
	return fmt.Errorf("%s is %w: %s", path, ErrCorrupt, fmt.Sprintf(format, args...))
}

// Exists returns err or, if it is an [fs.ErrExist], an [ErrExists] that names the file at path.
func Exists(path string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s %w", path, ErrExists)
	}
	return err
}

// CheckFormat returns nil if format is a version from 1 to latest. Otherwise it returns an
// [ErrNewer] or [ErrCorrupt] that names the file at path.
func CheckFormat(path string, format, latest int) error {
	switch {
	case format > latest:
		return fmt.Errorf("%s was %w of foregone: it has format %d, this program reads up to %d", path, ErrNewer, format, latest)
	case format < 1:
		return Corruptf(path, "it has format %d, which never was", format)
	}
	return nil
}

// ReadAt fills dst with the bytes of a file from offset on. It fails with an [ErrCorrupt] if the
// file ends before.
func ReadAt(path string, file io.ReaderAt, dst []byte, offset int64) error {
	n, err := file.ReadAt(dst, offset)
	switch {
	case n == len(dst):
		return nil
	case errors.Is(err, io.EOF):
		return Corruptf(path, "it is cut short (no byte %d)", offset+int64(n))
	}
	return fmt.Errorf("read %s: %w", path, err)
}
