package solver

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// reverse is the reverse graph of a slice: the predecessors of each position, immediate
// wins excepted, for games that cannot unmove. The scan, which lists all successors
// anyway, sends each move to the chunk it leads into; there the moves are sorted by where they lead. When they do not
// fit into memory, they go through a file, chunk by chunk, and stay in another, of which
// each phase reads what its frontier needs, in ascending order: all lists are read once.
//
// An interrupted solve makes it anew. It lives in scratch files that are worth nothing
// afterwards.
type reverse struct {
	first  uint64
	shift  uint
	moves  *moveStore
	starts []uint32   // by position and one more for each chunk: where its list begins in the chunk's
	lists  [][]uint32 // by chunk: offsets in the slice of the positions before, list after list; nil: in the file
	file   *os.File
	bases  []int64 // by chunk: where its lists begin in the file, in bytes
}

// moveStore keeps the moves that the scan finds until they are sorted: pairs of the
// offset in the chunk that a move leads into and the offset in the slice it comes from.
type moveStore struct {
	spill  *spillSink
	kept   [][][]uint32 // by chunk
	locks  []sync.Mutex
	dir    string
	chunks int
}

// newReverse begins a reverse graph. Moves go to files in the scratch folder unless
// they are kept in memory.
func (s *sliceRun) newReverse(keep bool) (*reverse, error) {
	r := &reverse{
		first: s.slice.First, shift: s.shift, starts: newArray[uint32](s.slice.Size + uint64(s.chunks)),
		lists: make([][]uint32, s.chunks), bases: make([]int64, s.chunks),
	}
	r.moves = &moveStore{kept: make([][][]uint32, s.chunks), locks: make([]sync.Mutex, s.chunks), dir: s.scratch, chunks: s.chunks}
	if keep {
		return r, nil
	}
	err := os.MkdirAll(s.scratch, 0o777)
	if err == nil {
		r.moves.spill, err = newSpillSink(s.scratch, s.chunks, len(s.crew))
	}
	if err == nil {
		r.file, err = os.Create(filepath.Join(s.scratch, "reverse"))
	}
	if err != nil {
		r.close()
		return nil, fmt.Errorf("make files for the reverse graph: %w", err)
	}
	return r, nil
}

// take implements [sink].
func (m *moveStore) take(worker, chunk int, pairs []uint32) error {
	if m.spill != nil {
		return m.spill.take(worker, chunk, pairs)
	}
	pairs = slices.Clone(pairs)
	m.locks[chunk].Lock()
	m.kept[chunk] = append(m.kept[chunk], pairs)
	m.locks[chunk].Unlock()
	return nil
}

// each hands the pairs of a chunk to use, some at a time.
func (m *moveStore) each(chunk int, use func(pairs []uint32)) error {
	if m.spill != nil {
		return m.spill.each(chunk, use)
	}
	for _, pairs := range m.kept[chunk] {
		use(pairs)
	}
	return nil
}

// sort sorts the moves into each chunk by where they lead.
func (s *sliceRun) sortReverse(ctx context.Context) error {
	r := s.reverse
	var mu sync.Mutex
	end := int64(0) // of the file
	step := s.steps(0, s.chunks)
	err := s.crew.each(ctx, s.chunks, func(_ context.Context, _ *worker, chunk int) error {
		defer step.done()
		_, n := s.span(chunk)
		starts := r.startsOf(chunk, n)
		err := r.moves.each(chunk, func(pairs []uint32) {
			for at := 0; at < len(pairs); at += 2 {
				starts[pairs[at]]++
			}
		})
		if err != nil {
			return err
		}
		sum := uint64(0)
		for o, count := range starts {
			sum += uint64(count)
			if sum > 1<<32-1 {
				return fmt.Errorf("%s: more than 2^32 moves lead into chunk %d: choose a smaller chunk", s.slice.Name, chunk)
			}
			starts[o] = uint32(sum) // the end of the list, which filling makes its beginning
		}
		list := make([]uint32, sum)
		err = r.moves.each(chunk, func(pairs []uint32) {
			for at := 0; at < len(pairs); at += 2 {
				starts[pairs[at]]--
				list[starts[pairs[at]]] = pairs[at+1]
			}
		})
		if err != nil {
			return err
		}
		r.moves.kept[chunk] = nil
		if r.file == nil {
			r.lists[chunk] = list
			return nil
		}
		mu.Lock()
		at := end
		r.bases[chunk] = at
		end += 4 * int64(len(list))
		mu.Unlock()
		raw := make([]byte, 0, 1<<16)
		for len(list) > 0 {
			n := min(len(list), cap(raw)/4)
			raw = raw[:0]
			for _, source := range list[:n] {
				raw = binary.LittleEndian.AppendUint32(raw, source)
			}
			if _, err := r.file.WriteAt(raw, at); err != nil {
				return fmt.Errorf("write the reverse graph: %w", err)
			}
			at += int64(len(raw))
			list = list[n:]
		}
		return nil
	})
	if r.moves.spill != nil {
		s.spilled += r.moves.spill.written.Load()
	}
	r.moves.close()
	return err
}

func (m *moveStore) close() {
	if m.spill != nil {
		m.spill.close()
	}
	m.spill, m.kept = nil, nil
}

// startsOf returns the part of starts that belongs to a chunk of n positions.
func (r *reverse) startsOf(chunk int, n uint64) []uint32 {
	from := uint64(chunk)<<r.shift + uint64(chunk)
	return r.starts[from : from+n+1]
}

// close deletes the files.
func (r *reverse) close() {
	r.moves.close()
	if r.file != nil {
		r.file.Close()
		os.Remove(r.file.Name())
	}
}

// unmover returns a worker's [engine.Unmover].
func (r *reverse) unmover() *reverseReader { return &reverseReader{reverse: r} }

// reverseReader reads lists of a reverse graph.
type reverseReader struct {
	*reverse
	raw   []byte // what was read from the file last
	from  int64
	ahead int64
	err   error // the first failure to read; no predecessors are appended then
}

const (
	leastAhead = 1 << 10
	mostAhead  = 1 << 18
)

func (r *reverseReader) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	offset := i - r.first
	chunk := offset >> (r.shift & 63)
	from, to := r.starts[offset+chunk], r.starts[offset+chunk+1]
	if r.file == nil {
		for _, source := range r.lists[chunk][from:to] {
			dst = append(dst, r.first+uint64(source))
		}
		return dst
	}
	raw := r.read(r.bases[chunk]+4*int64(from), 4*int64(to-from))
	for at := 0; at+4 <= len(raw); at += 4 {
		dst = append(dst, r.first+uint64(binary.LittleEndian.Uint32(raw[at:])))
	}
	return dst
}

// read returns n bytes of the file. It reads ahead, the more the longer that was of use.
func (r *reverseReader) read(at, n int64) []byte {
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

// reverseMode is how the reverse graph of a slice is kept.
type reverseMode uint8

const (
	noReverse reverseMode = iota
	reverseInMemory
	reverseInFile
)

// beginReverse begins the reverse graph, if there is to be one.
func (s *sliceRun) beginReverse() error {
	if s.reversing == noReverse {
		return nil
	}
	var err error
	s.reverse, err = s.newReverse(s.reversing == reverseInMemory)
	return err
}

// endReverse forgets the reverse graph.
func (s *sliceRun) endReverse() {
	if s.reverse == nil {
		return
	}
	s.reverse.close()
	s.reverse = nil
	for _, w := range s.crew {
		w.unmover = nil
	}
}

// useReverse sorts the reverse graph and lets the workers unmove with it.
func (s *sliceRun) useReverse(ctx context.Context) error {
	if err := s.exchange.flush(ctx, s.crew); err != nil {
		return err
	}
	s.begin(0, phaseNote{Step: "reverse graph"})
	if err := s.sortReverse(ctx); err != nil {
		return err
	}
	for _, w := range s.crew {
		w.unmover = s.reverse.unmover()
	}
	return nil
}

// reverseError returns what went wrong while workers read the reverse graph.
func (s *sliceRun) reverseError() error {
	var list []error
	for _, w := range s.crew {
		if r, ok := w.unmover.(*reverseReader); ok && r.err != nil {
			list = append(list, r.err)
		}
	}
	return errors.Join(list...)
}
