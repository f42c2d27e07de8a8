package values

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// Path returns the path of the file of the values of a slice that is solved into one. The file is
// valid once the ledger has the note with its checksum.
func (v *Values) Path(slice int) string {
	return v.Disk.PathJoin(v.Folder, fmt.Sprint(kv.LayerFile, slice))
}

// writeFile writes the values of a slice and returns their checksum. With sync it waits for the
// disk; without, a failure of the machine may leave a file that does not match its checksum.
func (v *Values) writeFile(slice int, values []byte, sync bool) (crc uint32, err error) {
	if err := files.MakeFolder(v.Disk, v.Folder); err != nil {
		return 0, err
	}
	write := files.WriteUnsynced
	if sync {
		write = files.Write
	}
	return durable.Checksum(values), write(v.Disk, v.Path(slice), values)
}

// WriteParts writes the file of a slice from parts that each hands on in order, waits for the disk,
// and returns the checksum of the values.
func (v *Values) WriteParts(slice int, each func(write func(part []byte) error) error) (crc uint32, err error) {
	if err := files.MakeFolder(v.Disk, v.Folder); err != nil {
		return 0, err
	}
	err = files.WriteParts(v.Disk, v.Path(slice), func(write func(data []byte) error) error {
		return each(func(part []byte) error {
			crc = durable.Update(crc, part)
			return write(part)
		})
	})
	return crc, err
}

// readFile reads a range of the values of a slice from its file and checks the whole file.
func (v *Values) readFile(at Range, values []byte) error {
	from := at.From * v.Codec.Width()
	var offset uint64
	return v.EachOfFile(at.Slice, func(part []byte) error {
		end := offset + uint64(len(part))
		if low, high := max(offset, from), min(end, from+uint64(len(values))); low < high {
			copy(values[low-from:], part[low-offset:high-offset])
		}
		offset = end
		return nil
	})
}

// EachOfFile calls use with the values in the file of a slice, part by part, in order. The parts
// are valid only if it returns no error, since the checksum comes last.
func (v *Values) EachOfFile(slice int, use func(part []byte) error) error {
	var note ledger.LayerNote
	if _, err := v.Ledger.Note(ledger.LayerName(slice), &note); err != nil {
		return err
	}
	path := v.Path(slice)
	f, err := v.Disk.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	part := make([]byte, 1<<20)
	left := v.Slices[slice].Size * v.Codec.Width()
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

// Each calls use with all values of a solved slice, part by part, in order. The parts are valid
// only if it returns no error.
func (v *Values) Each(ctx context.Context, slice int, use func(part []byte) error) error {
	each := func(part []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return use(part)
	}
	if v.solved[slice].inFile {
		return v.EachOfFile(slice, each)
	}
	width, left := v.Codec.Width(), v.Slices[slice].Size
	values := make([]byte, width*min(left, 1<<v.Shift))
	for chunk := 0; left > 0; chunk++ {
		n := min(left, 1<<v.Shift)
		left -= n
		part := values[:width*n]
		clear(part)
		if err := v.fill(part, slice, chunk); err != nil {
			return err
		}
		if err := each(part); err != nil {
			return err
		}
	}
	return nil
}
