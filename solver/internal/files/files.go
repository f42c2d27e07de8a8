// Package files reads and writes files, and makes folders, durably, on a file system that a test
// can crash. The packages of a running solve use it, as kv/durable writes finished files.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Write writes a file from the parts that each passes to write, makes its folder if it is missing,
// and returns the CRC-32C of the parts. With sync it makes content and name durable; without, a
// failure of the machine may change the content. A packed file is a zstd frame of the parts. After an
// error or a crash the file may be incomplete.
func Write(disk vfs.FS, path string, sync, packed bool, each func(write func(part []byte) error) error) (crc uint32, err error) {
	dir := disk.PathDir(path)
	if err := MakeFolder(disk, dir); err != nil {
		return 0, err
	}
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return 0, err
	}
	var out io.WriteCloser = writer{f}
	if packed {
		out, err = zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	}
	if err == nil {
		err = each(func(part []byte) error {
			crc = durable.Update(crc, part)
			_, err := out.Write(part)
			return err
		})
	}
	if packed {
		err = errors.Join(err, out.Close())
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil && sync {
		err = SyncFolder(disk, dir)
	}
	return crc, err
}

// writer writes to a file of a [vfs.FS].
type writer struct{ vfs.File }

// Write implements [io.Writer]. Pebble's file systems may change the bytes that they receive.
func (w writer) Write(data []byte) (written int, err error) {
	var part [64 << 10]byte
	for written < len(data) && err == nil {
		n := copy(part[:], data[written:])
		_, err = w.File.Write(part[:n])
		written += n
	}
	return written, err
}

// Each calls use with the size bytes that a file of [Write] was made of, part by part, in order. It compares
// the CRC-32C last, so the parts are valid only if it returns no error. The error of a damaged file wraps
// [kv.ErrCorrupt].
func Each(disk vfs.FS, path string, size uint64, packed bool, crc uint32, use func(part []byte) error) error {
	f, err := disk.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := io.Reader(f)
	if packed {
		decoder, err := zstd.NewReader(f, zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return err
		}
		defer decoder.Close()
		in = decoder
	}
	part := make([]byte, min(size, 1<<20))
	var sum uint32
	for ; size > 0; size -= uint64(len(part)) {
		part = part[:min(uint64(len(part)), size)]
		if _, err := io.ReadFull(in, part); err != nil {
			if packed {
				err = errors.Join(kv.ErrCorrupt, err)
			}
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

// maxWindow bounds the memory, in bytes, that a packed file takes to read.
const maxWindow = 8 << 20

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
