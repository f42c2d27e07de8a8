package solver

import "github.com/cockroachdb/pebble/v2/vfs"

// unsynced is the system's files without their syncs, which take most of the time of a small solve.
// Writes of a killed process survive all the same; the tests of kv cover power failures.
type unsynced struct{ vfs.FS }

var noSync = unsynced{vfs.Default}

func (u unsynced) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return lazy(u.FS.Create(name, c))
}

func (u unsynced) OpenReadWrite(name string, c vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	return lazy(u.FS.OpenReadWrite(name, c, o...))
}

func (u unsynced) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return lazy(u.FS.ReuseForWrite(old, name, c))
}

func (u unsynced) OpenDir(name string) (vfs.File, error) { return lazy(u.FS.OpenDir(name)) }

func (u unsynced) Unwrap() vfs.FS { return u.FS }

type lazyFile struct{ vfs.File }

func lazy(f vfs.File, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return lazyFile{f}, nil
}

func (lazyFile) Sync() error                { return nil }
func (lazyFile) SyncData() error            { return nil }
func (lazyFile) SyncTo(int64) (bool, error) { return false, nil }
