package slabs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"unsafe"
)

// bitmaps are one bitmap for each live slab, in memory or in a file. Access to different slabs
// is safe for concurrent use.
type bitmaps struct {
	words  int
	memory []uint64
	file   *os.File
}

// newBitmaps makes clear bitmaps. No other run can use the file.
func newBitmaps(slabs, words int, inMemory bool, dir string) (*bitmaps, error) {
	b := &bitmaps{words: words}
	if inMemory {
		var err error
		b.memory, err = newArena(uint64(slabs)*uint64(words), true)
		return b, err
	}
	file, err := os.OpenFile(filepath.Join(dir, "open"), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	b.file = file
	if err := file.Truncate(int64(slabs) * int64(words) * 8); err != nil {
		return nil, errors.Join(err, b.discard())
	}
	return b, nil
}

// discard frees the memory, or deletes the file.
func (b *bitmaps) discard() error {
	if b.file == nil {
		freeArena(b.memory)
		b.memory = nil
		return nil
	}
	return errors.Join(b.file.Close(), os.Remove(b.file.Name()))
}

// bytesOf returns the memory of words in the byte order of this machine.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8)
}

// read stores the bitmaps of some slabs from first on in dst.
func (b *bitmaps) read(dst []uint64, first int) error {
	if b.file == nil {
		copy(dst, b.memory[first*b.words:])
		return nil
	}
	if _, err := b.file.ReadAt(bytesOf(dst), int64(first)*int64(b.words)*8); err != nil {
		return fmt.Errorf("read %s: %w", b.file.Name(), err)
	}
	return nil
}

// write stores the bitmaps of some slabs from first on.
func (b *bitmaps) write(src []uint64, first int) error {
	if b.file == nil {
		copy(b.memory[first*b.words:], src)
		return nil
	}
	if _, err := b.file.WriteAt(bytesOf(src), int64(first)*int64(b.words)*8); err != nil {
		return fmt.Errorf("write %s: %w", b.file.Name(), err)
	}
	return nil
}

// writeSome stores the bitmap of a slab that differs from the stored one in changed alone.
func (b *bitmaps) writeSome(src, changed []uint64, slab int) error {
	if b.file == nil {
		return b.write(src, slab)
	}
	const page = 512 // words
	for at := 0; at < len(src); {
		end := at
		for end < len(src) && slices.ContainsFunc(changed[end:min(end+page, len(src))], func(x uint64) bool { return x != 0 }) {
			end = min(end+page, len(src))
		}
		if end == at {
			at += page
			continue
		}
		if _, err := b.file.WriteAt(bytesOf(src[at:end]), int64(slab*b.words+at)*8); err != nil {
			return fmt.Errorf("write %s: %w", b.file.Name(), err)
		}
		at = end
	}
	return nil
}
