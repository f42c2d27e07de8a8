package values

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// path returns the path of a slice's file of values. The file is valid once the ledger has the note
// with its checksum.
func (v *Values) path(slice int) string {
	return v.Disk.PathJoin(v.Folder, fmt.Sprint(kv.LayerFile, slice))
}

// SavedPath returns the path of a file with decided positions of an unfinished slice.
func (v *Values) SavedPath(slice, part int) string { return fmt.Sprintf("%s.%d", v.path(slice), part) }

// DropSaved deletes the files of a slice at [Values.SavedPath] for parts 0 to parts-1.
func (v *Values) DropSaved(slice, parts int) (err error) {
	for part := range parts {
		if failed := v.Disk.Remove(v.SavedPath(slice, part)); !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// FileBytes returns the bytes of the files of all solved slices.
func (v *Values) FileBytes() (sum uint64) {
	for slice, s := range v.solved {
		if info, err := v.Disk.Stat(v.path(slice)); s.inFile && err == nil {
			sum += uint64(info.Size())
		}
	}
	return sum
}

// RemoveFile removes the file of a slice, if it has one. A later run solves the slice again.
func (v *Values) RemoveFile(slice int) error {
	if !v.solved[slice].inFile {
		return nil
	}
	return v.Disk.Remove(v.path(slice))
}

// readFile reads a range of the values of a slice from its file and checks the whole file.
func (v *Values) readFile(ctx context.Context, at Range, values []byte) error {
	from := at.From * v.Codec.Width()
	var offset uint64
	return v.eachOfFile(ctx, at.Slice, func(part []byte) error {
		end := offset + uint64(len(part))
		if low, high := max(offset, from), min(end, from+uint64(len(values))); low < high {
			copy(values[low-from:], part[low-offset:high-offset])
		}
		offset = end
		return nil
	})
}

// eachOfFile is [Values.Each] for a slice whose values are in a file. The checksum comes last.
func (v *Values) eachOfFile(ctx context.Context, slice int, use func(part []byte) error) error {
	var note ledger.ValuesNote
	if _, err := v.Ledger.Note(ledger.ValuesName(slice), &note); err != nil {
		return err
	}
	return files.Each(v.Disk, v.path(slice), v.Slices[slice].Size*v.Codec.Width(), note.Packed, note.CRC, func(part []byte) error {
		return errors.Join(context.Cause(ctx), use(part))
	})
}

// Each calls use with all values of a solved slice, part by part, in order. The parts are valid
// only if it returns no error.
func (v *Values) Each(ctx context.Context, slice int, use func(part []byte) error) error {
	if v.solved[slice].inFile {
		return v.eachOfFile(ctx, slice, use)
	}
	width, left := v.Codec.Width(), v.Slices[slice].Size
	values := make([]byte, width*min(left, 1<<v.Shift))
	for chunk := 0; left > 0; chunk++ {
		n := min(left, 1<<v.Shift)
		left -= n
		part := values[:width*n]
		clear(part)
		err := v.fill(part, slice, chunk)
		if err == nil {
			err = errors.Join(context.Cause(ctx), use(part))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
