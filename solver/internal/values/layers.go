package values

import (
	"bufio"
	"fmt"
	"io"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// Layers are the files of the values of finished layers, and of other slices that were solved
// as a whole. A file is valid once the note that has its checksum is committed.
type Layers struct {
	Disk   vfs.FS
	Folder string
	Slices []engine.Slice
	Width  uint64 // bytes of a value
	Ledger ledger.Ledger
}

// Path returns where the values of a layer are.
func (l *Layers) Path(number int) string {
	return l.Disk.PathJoin(l.Folder, fmt.Sprint(kv.LayerFile, number))
}

// Write writes the values of a layer and returns their checksum. It waits for the disk where sync is set; else, if the
// machine fails, the file may be another than its checksum says.
func (l *Layers) Write(number int, values []byte, sync bool) (crc uint32, err error) {
	if err := files.MakeFolder(l.Disk, l.Folder); err != nil {
		return 0, err
	}
	write := files.WriteUnsynced
	if sync {
		write = files.Write
	}
	return durable.Checksum(values), write(l.Disk, l.Path(number), values)
}

// WriteFrom is Write, with sync, of values that a function writes in parts, in order.
func (l *Layers) WriteFrom(number int, each func(write func(part []byte) error) error) (crc uint32, err error) {
	if err := files.MakeFolder(l.Disk, l.Folder); err != nil {
		return 0, err
	}
	err = files.WriteParts(l.Disk, l.Path(number), func(write func(data []byte) error) error {
		return each(func(part []byte) error {
			crc = durable.Update(crc, part)
			return write(part)
		})
	})
	return crc, err
}

// Read reads all values of a finished layer.
func (l *Layers) Read(number int, values []byte) error {
	return l.read(Range{number, 0, l.Slices[number].Size}, values)
}

// read reads a range of the values of a finished layer, and checks all.
func (l *Layers) read(at Range, values []byte) error {
	from := at.From * l.Width
	var offset uint64
	return l.Each(at.Slice, func(part []byte) error {
		end := offset + uint64(len(part))
		if low, high := max(offset, from), min(end, from+uint64(len(values))); low < high {
			copy(values[low-from:], part[low-offset:high-offset])
		}
		offset = end
		return nil
	})
}

// Each hands on the values of a finished layer in parts, in order. What was handed on is
// to be used only when it returns no error.
func (l *Layers) Each(number int, use func(part []byte) error) error {
	var note ledger.LayerNote
	if _, err := l.Ledger.Note(ledger.LayerName(number), &note); err != nil {
		return err
	}
	path := l.Path(number)
	f, err := l.Disk.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	part := make([]byte, 1<<20)
	left := l.Slices[number].Size * l.Width
	var crc uint32
	for left > 0 {
		part = part[:min(uint64(len(part)), left)]
		if _, err := io.ReadFull(in, part); err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		crc = durable.Update(crc, part)
		left -= uint64(len(part))
		if err := use(part); err != nil {
			return err
		}
	}
	if crc != note.CRC {
		return fmt.Errorf("%s %w: its checksum is wrong", path, kv.ErrCorrupt)
	}
	return nil
}
