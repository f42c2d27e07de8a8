package slabs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"unsafe"
)

// bitmaps are one bitmap for each live slab, in memory or in a file. Different slabs may
// be read and written at the same time.
type bitmaps struct {
	words  int
	memory []uint64
	file   *os.File
}

// newBitmaps makes clear bitmaps. A file needs no name: it is gone with the process.
func newBitmaps(slabs, words int, inMemory bool, dir string) (*bitmaps, error) {
	b := &bitmaps{words: words}
	if inMemory {
		var err error
		b.memory, err = newArena(uint64(slabs) * uint64(words))
		return b, err
	}
	path := filepath.Join(dir, "open")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	b.file = file
	if err := file.Truncate(int64(slabs) * int64(words) * 8); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

func (b *bitmaps) close() error {
	if b.file == nil {
		freeArena(b.memory)
		b.memory = nil
		return nil
	}
	return errors.Join(b.file.Close(), os.Remove(b.file.Name()))
}

// bytesOf returns the memory of words, as this machine has it.
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
