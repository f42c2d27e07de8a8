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

// RangeFile has on disk the values of the slices that a slice exits into, for a scan that reads
// them a range at a time, again and again. Gathering them once from the records of all phases is
// faster. The file is useless after a crash.
type RangeFile struct {
	values *Values
	file   *os.File
	begin  map[int]int64    // by slice: the place of its values
	sums   map[int][]uint32 // by slice and chunk: the checksum of its values, 0: not in the file
}

// NewRangeFile makes the file, without values, in a folder.
func (v *Values) NewRangeFile(folder string, sl engine.Slice) (*RangeFile, error) {
	f, err := os.Create(filepath.Join(folder, kv.ExitsFile))
	if err != nil {
		return nil, err
	}
	x := &RangeFile{v, f, map[int]int64{}, map[int][]uint32{}}
	var end uint64
	for _, e := range sl.Exits {
		x.begin[e] = int64(end)
		x.sums[e] = make([]uint32, v.Slices[e].Size>>v.Shift+1)
		end += v.Codec.Width() * v.Slices[e].Size
	}
	return x, nil
}

// Put loads a group of ranges into memory, which must be large enough for all of them.
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

// read reads a range of values. Ranges begin at chunks, and end at them or with the slice.
func (x *RangeFile) read(ctx context.Context, at Range, values []byte) error {
	v, sums := x.values, x.sums[at.Slice]
	place := func(chunk int) int64 { return x.begin[at.Slice] + int64(v.Codec.Width())*int64(chunk)<<v.Shift }
	if sums[at.From>>v.Shift] != 0 {
		return v.eachChunk(ctx, at, values, func(chunk int, part []byte) error {
			if _, err := x.file.ReadAt(part, place(chunk)); err != nil {
				return fmt.Errorf("read the values of exits from %s: %w", x.file.Name(), err)
			}
			if checksum(part) != sums[chunk] {
				return fmt.Errorf("%s %w: a checksum is wrong", x.file.Name(), kv.ErrCorrupt)
			}
			return nil
		})
	}
	clear(values)
	if err := v.read(ctx, at, values); err != nil {
		return err
	}
	return v.eachChunk(ctx, at, values, func(chunk int, part []byte) error {
		if _, err := x.file.WriteAt(part, place(chunk)); err != nil {
			return fmt.Errorf("write the values of exits: %w", err)
		}
		sums[chunk] = checksum(part)
		return nil
	})
}

// checksum returns a checksum that is not 0.
func checksum(part []byte) uint32 { return max(durable.Checksum(part), 1) }

// Close deletes the file.
func (x *RangeFile) Close() {
	x.file.Close()
	os.Remove(x.file.Name())
}
