package query

import (
	"errors"

	"github.com/foregone-db/foregone/kv"
)

// Errors that those of this package wrap, for [errors.Is]. Wrong input, such as a text
// that is no position, is told by [engine.IsInput] instead.
var (
	// ErrNotFound is returned when there is no database where one was looked for.
	ErrNotFound = kv.ErrNotFound
	// ErrUnsolved is returned when a folder holds a solve that has not finished:
	// there is no table yet that could answer.
	ErrUnsolved = errors.New("not solved yet")
	// ErrCorrupt is returned when a file is damaged.
	ErrCorrupt = kv.ErrCorrupt
	// ErrNewer is returned when a later version of this software wrote a file.
	ErrNewer = kv.ErrNewer
	// ErrGameMismatch is returned when a database belongs to another game than the
	// one asked for, or than the registry knows by that name.
	ErrGameMismatch = kv.ErrGameMismatch
	// ErrExists is returned when a file would have to be overwritten.
	ErrExists = kv.ErrExists
)
