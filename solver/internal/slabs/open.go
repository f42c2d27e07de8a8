package slabs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"github.com/foregone-db/foregone/kv/durable"
)

// bitmaps are one bitmap for each live slab, in memory or in a file. Access to different slabs
// is safe for concurrent use.
type bitmaps struct {
	words   int
	memory  []uint64
	file    *os.File
	cleared int // the last phase that may have cleared bits
}

const (
	openName = "open"
	madeName = "open.made" // marks the file as valid, see keptBitmaps
)

// newBitmaps makes clear bitmaps.
func newBitmaps(slabs, words int, inMemory bool, dir string) (*bitmaps, error) {
	b := &bitmaps{words: words}
	if inMemory {
		var err error
		b.memory, err = newArena(uint64(slabs) * uint64(words))
		return b, err
	}
	if err := removeFile(filepath.Join(dir, madeName)); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, openName), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	b.file = file
	if err := file.Truncate(int64(slabs) * int64(words) * 8); err != nil {
		return nil, errors.Join(err, b.discard())
	}
	return b, nil
}

// keptBitmaps opens the open configurations that an earlier run left in a file, or returns
// nil if there is no valid file. phase is the next phase to solve.
//
// Phases of losses clear bits of the file, each bit after the wins that close it are in the log;
// nothing sets bits. So after a kill the file is valid for the interrupted phase, which does
// all chunks again that are not in the log. After a power failure writes may be missing.
// Therefore the mark names the last phase that may have cleared bits, and either the boot of
// the machine or "synced".
func keptBitmaps(slabs, words, phase int, dir string) (*bitmaps, error) {
	made, err := os.ReadFile(filepath.Join(dir, madeName))
	if err != nil {
		return nil, nil
	}
	var by string
	var cleared int
	if n, err := fmt.Sscan(string(made), &cleared, &by); n != 2 || err != nil || by != synced && by != boot() {
		return nil, nil
	}
	if phase < cleared || phase > cleared+2 {
		return nil, nil
	}
	file, err := os.OpenFile(filepath.Join(dir, openName), os.O_RDWR, 0)
	if err != nil {
		return nil, nil
	}
	info, err := file.Stat()
	if err == nil && info.Size() == int64(slabs)*int64(words)*8 {
		b := &bitmaps{words: words, file: file, cleared: cleared}
		if err := b.made(cleared, boot()); err != nil { // it will change without being synced
			return nil, errors.Join(err, b.discard())
		}
		return b, nil
	}
	return nil, errors.Join(err, file.Close())
}

// synced replaces the boot in the mark of a file that is synced.
const synced = "synced"

// boot returns the id of this boot of the machine, or "" if it is unknown.
func boot() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(id))
}

// made marks the file as valid, during this boot or, if it is synced, for ever. cleared is the
// last phase that may have cleared bits.
func (b *bitmaps) made(cleared int, by string) error {
	b.cleared = cleared
	if b.file == nil {
		return nil
	}
	path := filepath.Join(filepath.Dir(b.file.Name()), madeName)
	if by == "" { // without a boot id a killed run leaves no valid file
		return removeFile(path)
	}
	file, err := durable.CreateLocked(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if _, err := fmt.Fprintln(file, cleared, by); err != nil {
		return err
	}
	return file.Replace()
}

// keep syncs the file and leaves it to a later run.
func (b *bitmaps) keep() error {
	if b.file == nil {
		return b.discard()
	}
	err := b.file.Sync()
	if err == nil {
		err = b.made(b.cleared, synced)
	}
	return errors.Join(err, b.file.Close())
}

// discard frees the memory, or deletes the file.
func (b *bitmaps) discard() error {
	if b.file == nil {
		freeArena(b.memory)
		b.memory = nil
		return nil
	}
	made := removeFile(filepath.Join(filepath.Dir(b.file.Name()), madeName))
	return errors.Join(made, b.file.Close(), os.Remove(b.file.Name()))
}

// removeFile deletes a file if it is there.
func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
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
