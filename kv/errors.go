package kv

import (
	"errors"
	"fmt"
	"strings"

	"github.com/foregone-db/foregone/kv/table"
)

// Errors of this package, besides those of package table, which it returns too:
// [table.ErrNotFound], [table.ErrExists], [table.ErrCorrupt], [table.ErrNewer],
// [table.ErrGameMismatch], [table.ErrClosed].
var (
	// ErrLocked is returned when another process, or another part of this one,
	// has the database open. The message names it.
	ErrLocked = errors.New("in use")
	// ErrForeign is returned when a folder holds something else than a database of
	// this program. Nothing in it was changed.
	ErrForeign = errors.New("no database of foregone")
	// ErrFailed is returned when writing failed, such as on a full disk, by the
	// call that met it and by all after it. What was committed is safe. The
	// process must end before the database can be opened again.
	ErrFailed = errors.New("the store cannot go on")
)

func corruptf(path, format string, args ...any) error {
	return fmt.Errorf("%s is %w: %s", path, table.ErrCorrupt, fmt.Sprintf(format, args...))
}

// firstLine returns what an error of Pebble says. Marks for other programs follow it.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
