package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/files"
)

// holder is the content of the holder file, for messages only. The lock decides, and ends with
// the process.
type holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Start time.Time `json:"start"`
}

// lock is an exclusive lock of a database's folder.
type lock struct {
	fs     vfs.FS
	dir    string
	closer io.Closer
}

// resolve returns one path for all spellings of a folder: on some systems a lock does not exclude
// its own process, and Pebble compares names.
func resolve(filesystem vfs.FS, dir string) (string, error) {
	if filesystem != vfs.Default {
		return dir, nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

// acquire locks the folder dir, which must exist.
func acquire(filesystem vfs.FS, dir string) (*lock, error) {
	l := &lock{fs: filesystem, dir: dir}
	var err error
	l.closer, err = filesystem.Lock(l.path(kv.LockName))
	// A failure to create the file is a PathError, a failure to lock it is not.
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		return nil, fmt.Errorf("lock database %s: %w", dir, err)
	} else if err != nil {
		return nil, fmt.Errorf("database %s is %w by %s", dir, kv.ErrLocked, l.holder())
	}
	host, _ := os.Hostname()
	text, err := json.Marshal(holder{os.Getpid(), host, time.Now().UTC().Truncate(time.Second)})
	if err == nil {
		_, err = files.Write(filesystem, l.path(kv.HolderName), false, false, func(write func(part []byte) error) error { return write(append(text, '\n')) })
	}
	if err != nil {
		l.closer.Close()
		return nil, fmt.Errorf("lock database %s: %w", dir, err)
	}
	return l, nil
}

// LockFolder creates the folder of a database if it is missing, and keeps other processes from
// solving in it until the lock is closed. A ledger locks its folder itself. LockFolder fails with
// [kv.ErrLocked] if another process has the lock, and with [kv.ErrForeign] if the folder holds
// files that are not Foregone's.
func LockFolder(dir string) (io.Closer, error) {
	if err := makeFolder(vfs.Default, dir); err != nil {
		return nil, err
	}
	return Lock(dir)
}

// Lock is [LockFolder] whatever the folder holds.
func Lock(dir string) (io.Closer, error) {
	if err := files.MakeFolder(vfs.Default, dir); err != nil {
		return nil, err
	}
	dir, err := resolve(vfs.Default, dir)
	if err != nil {
		return nil, err
	}
	return acquire(vfs.Default, dir)
}

func (l *lock) path(name string) string { return l.fs.PathJoin(l.dir, name) }

// holder names the process that has locked the folder, if that is known.
func (l *lock) holder() string {
	var h holder
	f, err := l.fs.Open(l.path(kv.HolderName))
	if err != nil {
		return "another process"
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil || json.Unmarshal(text, &h) != nil || h.PID == 0 {
		return "another process"
	}
	return fmt.Sprintf("process %d on %s since %s", h.PID, h.Host, h.Start.Format(time.RFC3339))
}

// Close releases the lock. The lock file stays: if it were deleted, one process could lock the
// old file and another a new one.
func (l *lock) Close() error {
	return errors.Join(l.fs.Remove(l.path(kv.HolderName)), l.closer.Close())
}
