package solver

import (
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/solver/internal/store"
)

// writeFile writes a file and makes it and its name durable.
func writeFile(disk vfs.FS, path string, data []byte) error {
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	// A file system of Pebble's may change what it is given to write.
	var part [64 << 10]byte
	for len(data) > 0 && err == nil {
		n := copy(part[:], data)
		_, err = f.Write(part[:n])
		data = data[n:]
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return store.SyncFolder(disk, disk.PathDir(path))
}

// makeScratch makes a folder, in one that is there, and makes its name durable.
func makeScratch(disk vfs.FS, path string) error {
	if _, err := disk.Stat(path); err == nil {
		return nil
	}
	if err := disk.MkdirAll(path, 0o777); err != nil {
		return err
	}
	return store.SyncFolder(disk, disk.PathDir(path))
}
