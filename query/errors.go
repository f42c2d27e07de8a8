package query

import (
	"errors"

	"github.com/foregone-db/foregone/kv"
)

// Errors that those of this package wrap, for [errors.Is]. [engine.IsInput] detects wrong input,
// such as a malformed position.
var (
	// ErrNotFound is returned when the folder has no database.
	ErrNotFound = kv.ErrNotFound
	// ErrUnsolved is returned when a folder has an unfinished solve and so no table.
	ErrUnsolved = errors.New("not solved yet")
	// ErrCorrupt is returned when a file is damaged.
	ErrCorrupt = kv.ErrCorrupt
	// ErrNewer is returned when a later version of this software wrote a file.
	ErrNewer = kv.ErrNewer
	// ErrGameMismatch is returned when a database belongs to another game than the requested one,
	// or than the registry has under that name.
	ErrGameMismatch = kv.ErrGameMismatch
	// ErrExists is returned when a call would overwrite a file.
	ErrExists = kv.ErrExists
)
