package phases

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"sync"

	"github.com/foregone-db/foregone/kv"
)

// listFile holds the lists of a reverse graph on disk, chunk by chunk. A block has the lists of
// blockPositions positions: their lengths as unsigned varints (zeros for positions beyond the
// last), and then the lists, four bytes for each predecessor. The places of the blocks are in
// memory.
type listFile struct {
	file   *os.File
	bases  []int64    // by chunk: where its blocks begin
	blocks [][]uint32 // by chunk: where each begins, counted from there, and where the last ends

	mu   sync.Mutex
	size int64
}

// blockPositions is the positions of a block, a word of a set.
const blockPositions = 64

func newListFile(scratch string, chunks int) (*listFile, error) {
	err := os.MkdirAll(scratch, 0o777)
	f := &listFile{bases: make([]int64, chunks), blocks: make([][]uint32, chunks)}
	if err == nil {
		f.file, err = os.Create(filepath.Join(scratch, kv.ReverseFile))
	}
	if err != nil {
		return nil, fmt.Errorf("make files for the reverse graph: %w", err)
	}
	return f, nil
}

// plan makes room for a chunk whose positions have lists of these lengths. It reports false if
// the chunk takes 4 GiB or more.
func (f *listFile) plan(chunk int, lengths []uint32) bool {
	starts := make([]uint32, 0, len(lengths)/blockPositions+2)
	at := uint64(0)
	for n, length := range lengths {
		if n%blockPositions == 0 {
			starts = append(starts, uint32(at))
		}
		at += uint64(bits.Len32(length|1)+6)/7 + 4*uint64(length) // the length is a varint
		if at >= 1<<32 {
			return false
		}
	}
	if at += uint64(missing(len(lengths))); at >= 1<<32 {
		return false
	}
	f.blocks[chunk] = append(starts, uint32(at))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bases[chunk] = f.size
	f.size += int64(at)
	return true
}

// missing returns the number of lists that the last block lacks.
func missing(lists int) int { return -lists & (blockPositions - 1) }

// write writes blocks of a chunk, beginning with block. The list of its n-th position begins at
// starts[n], and the last list ends with lists.
func (f *listFile) write(chunk, block int, starts, lists []uint32) error {
	out := bufio.NewWriterSize(io.NewOffsetWriter(f.file, f.bases[chunk]+int64(f.blocks[chunk][block])), 1<<16)
	for len(starts) > 0 {
		n := min(blockPositions, len(starts))
		for k, start := range starts[:n] {
			out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(endOf(starts, k, lists)-start)))
		}
		out.Write(make([]byte, missing(n)))
		for _, source := range lists[starts[0]:endOf(starts, n-1, lists)] {
			out.Write(binary.LittleEndian.AppendUint32(out.AvailableBuffer(), source))
		}
		starts = starts[n:]
	}
	if err := out.Flush(); err != nil { // the first failure of all
		return fmt.Errorf("write the reverse graph: %w", err)
	}
	return nil
}

// endOf returns the end of a list.
func endOf(starts []uint32, n int, lists []uint32) uint32 {
	if n+1 < len(starts) {
		return starts[n+1]
	}
	return uint32(len(lists))
}

// close deletes the file.
func (f *listFile) close() {
	f.file.Close()
	os.Remove(f.file.Name())
}

// listReader reads lists from a file. It is the [fast.Unmover] of a worker.
type listReader struct {
	*listFile
	first        uint64 // index of the slice
	shift        uint   // log2 of positions per chunk
	chunk, block int    // the block that is loaded; block -1: none
	ends         [blockPositions]uint32
	lists        []byte // of the block

	raw   []byte // the part of the file that was read last
	from  int64  // its offset in the file
	ahead int64  // bytes to read at least
	err   error  // the first failure to read; after it all lists are empty
}

const (
	leastAhead = 1 << 10
	mostAhead  = 1 << 18
)

func (r *listReader) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	offset := i - r.first
	chunk := offset >> (r.shift & 63)
	raw := r.list(int(chunk), offset-chunk<<(r.shift&63))
	for at := 0; at+4 <= len(raw); at += 4 {
		dst = append(dst, r.first+uint64(binary.LittleEndian.Uint32(raw[at:])))
	}
	return dst
}

// list returns the list of a position of a chunk as bytes, valid until the next call.
func (r *listReader) list(chunk int, offset uint64) []byte {
	block := int(offset / blockPositions)
	if (block != r.block || chunk != r.chunk) && !r.load(chunk, block) {
		return nil
	}
	place := offset % blockPositions
	from := uint32(0)
	if place > 0 {
		from = r.ends[place-1]
	}
	return r.lists[4*from : 4*r.ends[place]]
}

// load loads a block, and reports whether it succeeded.
func (r *listReader) load(chunk, block int) bool {
	r.block = -1
	at := r.blocks[chunk][block:]
	raw := r.read(r.bases[chunk]+int64(at[0]), int64(at[1]-at[0]))
	sum := uint32(0)
	for n := range r.ends {
		if len(raw) == 0 {
			break
		}
		length, bytes := uint64(raw[0]), 1
		if length >= 0x80 {
			length, bytes = binary.Uvarint(raw)
		}
		raw = raw[max(bytes, 1):]
		sum += uint32(length)
		r.ends[n] = sum
	}
	if r.err == nil && 4*uint64(sum) != uint64(len(raw)) {
		r.err = fmt.Errorf("read the reverse graph: %s is damaged", r.file.Name())
	}
	if r.err != nil {
		return false
	}
	r.chunk, r.block, r.lists = chunk, block, raw
	return true
}

// read returns n bytes of the file. It reads ahead, and four times as far whenever the last
// read-ahead was used.
func (r *listReader) read(at, n int64) []byte {
	if n == 0 || r.err != nil {
		return nil
	}
	if end := r.from + int64(len(r.raw)); at < r.from || at+n > end {
		if r.ahead *= 4; at < r.from || at > end+r.ahead || r.ahead == 0 {
			r.ahead = leastAhead
		}
		r.ahead = min(r.ahead, mostAhead)
		if size := max(n, r.ahead); int64(cap(r.raw)) < size {
			r.raw = make([]byte, size)
		} else {
			r.raw = r.raw[:size]
		}
		got, err := r.file.ReadAt(r.raw, at)
		r.from, r.raw = at, r.raw[:got]
		if int64(got) < n {
			r.err = fmt.Errorf("read the reverse graph: %w", err)
			return nil
		}
	}
	return r.raw[at-r.from:][:n]
}
