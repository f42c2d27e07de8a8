package table

import (
	"errors"
	"fmt"
)

// The errors of this package and of package kv wrap one of these where a caller
// may want to tell them apart. The message names the file and what is wrong.
var (
	// ErrNotFound is returned when there is no such table, store or status.
	ErrNotFound = errors.New("not found")
	// ErrExists is returned when something would be overwritten.
	ErrExists = errors.New("exists already")
	// ErrCorrupt is returned when a file is damaged, cut short, or not what its
	// name says.
	ErrCorrupt = errors.New("damaged")
	// ErrNewer is returned when a file was written in a later format than this
	// program knows.
	ErrNewer = errors.New("written by a newer version")
	// ErrGameMismatch is returned when a file belongs to another game, or another
	// variant of it, than was asked for.
	ErrGameMismatch = errors.New("belongs to another game")
	// ErrClosed is returned when a table or store is used after it was closed.
	ErrClosed = errors.New("closed")
)

// corruptf says what is wrong with the file at path.
func corruptf(path, format string, args ...any) error {
	return fmt.Errorf("%s is %w: %s", path, ErrCorrupt, fmt.Sprintf(format, args...))
}
