package ledger

import (
	"strings"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/solver/internal/files"
)

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
