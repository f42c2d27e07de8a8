package slabs

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"github.com/foregone-db/foregone/engine"
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

// plan divides the memory of a solve.
type plan struct {
	shift    uint // log2 of slabs in a chunk
	chunks   int
	inMemory bool   // the bitmaps of open configurations
	exchange uint64 // words of the arena for records
	confBits uint   // bits of a configuration
}

// planFor makes the plan for a number of live slabs. It returns an [engine.InputError] if the
// memory does not suffice. The won sets are always in memory; records take the rest. shift is that
// of an existing log, whose chunks do not change, or -1.
func planFor(slabs, words, shift int, o setup) (p plan, err error) {
	p.confBits = confBits(words)
	bitmap := uint64(slabs) * uint64(words) * 8
	p.shift = min(8, 32-p.confBits)
	if o.chunk > 0 {
		p.shift = min(p.shift, uint(bits.Len(uint(o.chunk-1))))
	}
	if shift >= 0 {
		p.shift = uint(shift)
	}
	for ; ; p.shift-- {
		p.chunks = chunks(slabs, p.shift)
		// A worker holds the bitmaps of a chunk, some bitmaps of a slab, and an open block of
		// records for each chunk.
		perWorker := uint64(words)*8<<p.shift + uint64(words)*64 + uint64(p.chunks)*8*blockWords
		// Records of a chunk: a configuration has few links, four at most on average.
		room := uint64(16*64*words) << p.shift
		need := bitmap + uint64(o.Workers)*perWorker
		if need+room <= o.Memory {
			p.exchange = (o.Memory - need) / 8
			if p.exchange*8 >= bitmap+room+o.Memory/8 {
				p.inMemory = true
				p.exchange -= bitmap / 8
			}
			most := uint64(slabs)*uint64(words)*64*2 + uint64(o.Workers*p.chunks)*blockWords
			p.exchange = max(min(p.exchange, most), room/8) / blockWords * blockWords
			break
		}
		if p.shift == 0 || shift >= 0 {
			return p, engine.InputErrorf("solving by slabs needs at least %d MiB of memory in addition to the process: got %d MiB", (need+room)>>20+1, o.Memory>>20)
		}
	}
	if o.records > 0 {
		least := uint64(16*64*words)<<p.shift/8 + uint64(o.Workers*p.chunks)*blockWords
		p.exchange = max(least, o.records/8) / blockWords * blockWords
	}
	p.inMemory = p.inMemory && !o.inFile
	return p, nil
}

// confBits returns the bits of the number of a configuration.
func confBits(words int) uint { return uint(bits.Len(uint(64*words - 1))) }

func chunks(slabs int, shift uint) int { return (slabs + 1<<shift - 1) >> shift }
