package values

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// Ranges divides the values that a slice exits into in groups of ranges. Each group fits into about
// budget bytes.
func (v *Values) Ranges(sl engine.Slice, budget uint64) (groups [][]Range) {
	width := v.Codec.Width()
	chunk := width << v.Shift
	room := uint64(0)
	for _, e := range sl.Exits {
		size := v.Slices[e].Size
		for from := uint64(0); from < size; {
			if room < chunk {
				groups = append(groups, nil)
				room = max(budget, chunk)
			}
			n := min(size-from, room/width>>v.Shift<<v.Shift)
			last := len(groups) - 1
			groups[last] = append(groups[last], Range{e, from, from + n})
			room -= min(room, n*width)
			from += n
		}
	}
	return groups
}

// RangeFile holds on disk the values of the slices that a slice exits into, for a scan that reads
// one range at a time, each several times. Reading the file is faster than gathering the values from
// the records of all phases each time. The file is useless after a crash.
type RangeFile struct {
	values *Values
	file   *os.File
	begin  map[int]int64    // by slice: the place of its values
	sums   map[Range]uint32 // the checksums of the ranges in the file
}

// NewRangeFile makes the file, without values, in a folder.
func (v *Values) NewRangeFile(folder string, sl engine.Slice) (*RangeFile, error) {
	f, err := os.Create(filepath.Join(folder, kv.ExitsFile))
	if err != nil {
		return nil, err
	}
	x := &RangeFile{v, f, map[int]int64{}, map[Range]uint32{}}
	var end uint64
	for _, e := range sl.Exits {
		x.begin[e] = int64(end)
		end += v.Codec.Width() * v.Slices[e].Size
	}
	return x, nil
}

// Put loads a group of [Values.Ranges] into memory, which must be large enough for all of them.
func (x *RangeFile) Put(ctx context.Context, group []Range, memory []byte) error {
	for _, at := range group {
		n := x.values.Codec.Width() * (at.To - at.From)
		if err := x.read(ctx, at, memory[:n]); err != nil {
			return err
		}
		x.values.Put(at.Slice, at.From, memory[:n])
		memory = memory[n:]
	}
	return nil
}

// Drop removes the values of a group from memory.
func (x *RangeFile) Drop(group []Range) {
	for _, at := range group {
		x.values.loaded[at.Slice] = loaded{}
	}
}

// read reads a range of values: the first time where the slice has them, then from the file.
func (x *RangeFile) read(ctx context.Context, at Range, values []byte) error {
	place := x.begin[at.Slice] + int64(x.values.Codec.Width()*at.From)
	if sum, ok := x.sums[at]; ok {
		if _, err := x.file.ReadAt(values, place); err != nil {
			return fmt.Errorf("read the values of exits from %s: %w", x.file.Name(), err)
		}
		if durable.Checksum(values) != sum {
			return fmt.Errorf("%s %w: a checksum is wrong", x.file.Name(), kv.ErrCorrupt)
		}
		return nil
	}
	clear(values)
	if err := x.values.read(ctx, at, values); err != nil {
		return err
	}
	if _, err := x.file.WriteAt(values, place); err != nil {
		return fmt.Errorf("write the values of exits: %w", err)
	}
	x.sums[at] = durable.Checksum(values)
	return nil
}

// Close deletes the file.
func (x *RangeFile) Close() {
	x.file.Close()
	os.Remove(x.file.Name())
}
