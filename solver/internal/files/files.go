// Package files reads and writes files, and makes folders, durably, on a file system that a test
// can crash. The packages of a running solve use it, as kv/durable writes finished files.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Write writes a file from the parts that each passes to write, makes its folder if it is missing,
// and returns the CRC-32C of the file. With sync it makes content and name durable; without, a
// failure of the machine may change the content. After an error or a crash the file may be
// incomplete.
func Write(disk vfs.FS, path string, sync bool, each func(write func(part []byte) error) error) (crc uint32, err error) {
	dir := disk.PathDir(path)
	if err := MakeFolder(disk, dir); err != nil {
		return 0, err
	}
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return 0, err
	}
	err = each(func(part []byte) error {
		crc = durable.Update(crc, part)
		return writePart(f, part)
	})
	if err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil && sync {
		err = SyncFolder(disk, dir)
	}
	return crc, err
}

func writePart(f vfs.File, data []byte) (err error) {
	// Pebble's file systems may change the bytes that they receive.
	var part [64 << 10]byte
	for len(data) > 0 && err == nil {
		n := copy(part[:], data)
		_, err = f.Write(part[:n])
		data = data[n:]
	}
	return err
}

// Each calls use with the parts of a file of size bytes, in order. It compares the CRC-32C last, so
// the parts are valid only if it returns no error. The error of a damaged file wraps
// [kv.ErrCorrupt].
func Each(disk vfs.FS, path string, size uint64, crc uint32, use func(part []byte) error) error {
	f, err := disk.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	part := make([]byte, min(size, 1<<20))
	var sum uint32
	for ; size > 0; size -= uint64(len(part)) {
		part = part[:min(uint64(len(part)), size)]
		if _, err := io.ReadFull(f, part); err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		sum = durable.Update(sum, part)
		if err := use(part); err != nil {
			return err
		}
	}
	if sum != crc {
		return fmt.Errorf("%s %w: its checksum is wrong", path, kv.ErrCorrupt)
	}
	return nil
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
