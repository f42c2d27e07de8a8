package kv

import "errors"

// Errors of a solve's folder, besides those of package table.
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
