// Package files writes files and makes folders durably, on a file system that a test can crash.
// It serves the rooms of a running solve as kv/durable serves finished files.
package files

import (
	"errors"
	"io/fs"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Write writes a file and makes its content and its name durable. After a crash in Write the
// file may be incomplete.
func Write(disk vfs.FS, path string, data []byte) error {
	if err := write(disk, path, data, vfs.File.Sync); err != nil {
		return err
	}
	return SyncFolder(disk, disk.PathDir(path))
}

// WriteParts is [Write] of the parts that each hands to the function it is given.
func WriteParts(disk vfs.FS, path string, each func(write func(part []byte) error) error) error {
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	err = each(func(part []byte) error { return writePart(f, part) })
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return SyncFolder(disk, disk.PathDir(path))
}

// WriteUnsynced is [Write] without waiting for the disk.
func WriteUnsynced(disk vfs.FS, path string, data []byte) error {
	return write(disk, path, data, func(vfs.File) error { return nil })
}

func write(disk vfs.FS, path string, data []byte, sync func(vfs.File) error) error {
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	if err = writePart(f, data); err == nil {
		err = sync(f)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func writePart(f vfs.File, data []byte) (err error) {
	// Pebble's file systems may change the bytes that they are given to write.
	var part [64 << 10]byte
	for len(data) > 0 && err == nil {
		n := copy(part[:], data)
		_, err = f.Write(part[:n])
		data = data[n:]
	}
	return err
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(disk vfs.FS, dir string) error {
	d, err := disk.OpenDir(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// MakeFolder makes a folder and its parents, durably, unless they exist.
func MakeFolder(disk vfs.FS, dir string) error {
	if _, err := disk.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	above := disk.PathDir(dir)
	if above != dir {
		if err := MakeFolder(disk, above); err != nil {
			return err
		}
	}
	if err := disk.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return SyncFolder(disk, above)
}
