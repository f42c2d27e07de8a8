package solver

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"unsafe"
)

// exchange carries updates, that is indices of positions, from whoever finds them
// to the chunk they fall into. Each worker gathers them in a buffer per destination
// chunk, so that a full buffer is applied to one chunk while that chunk sits in
// cache, or is written to disk in one piece.
type exchange struct {
	first    uint64 // lowest index of the slice
	shift    uint   // log2 of positions per chunk
	capacity int    // updates per buffer
	skip     []bool // chunks that need no updates: their phase is committed
	sink     sink
	senders  []sender
}

// sink takes full buffers. It is called by all workers at once and does not keep
// the slice.
type sink interface {
	take(worker, chunk int, offsets []uint32) error
}

// sender is a worker's end of an exchange.
type sender struct {
	*exchange
	worker  int
	buffers [][]uint32
}

// newExchange makes an exchange whose buffers take at most budget bytes.
func newExchange(first uint64, shift uint, chunks, workers int, budget uint64, skip []bool, to sink) *exchange {
	capacity := budget / 4 / uint64(chunks*workers)
	x := &exchange{first: first, shift: shift, capacity: int(min(max(capacity, 16), 1<<14)), skip: skip, sink: to}
	for w := range workers {
		x.senders = append(x.senders, sender{x, w, make([][]uint32, chunks)})
	}
	return x
}

// send gathers updates. All indices lie in the slice.
func (s *sender) send(indices []uint64) error {
	mask := uint64(1)<<s.shift - 1
	for _, i := range indices {
		i -= s.first
		chunk := i >> s.shift
		if s.skip[chunk] {
			continue
		}
		b := s.buffers[chunk]
		if b == nil {
			b = make([]uint32, 0, s.capacity)
		}
		b = append(b, uint32(i&mask))
		if len(b) == s.capacity {
			if err := s.sink.take(s.worker, int(chunk), b); err != nil {
				return err
			}
			b = b[:0]
		}
		s.buffers[chunk] = b
	}
	return nil
}

// flush hands on what the worker still holds.
func (s *sender) flush() error {
	for chunk, b := range s.buffers {
		if len(b) == 0 {
			continue
		}
		if err := s.sink.take(s.worker, chunk, b); err != nil {
			return err
		}
		s.buffers[chunk] = b[:0]
	}
	return nil
}

// memorySink applies updates to working arrays in memory, one worker at a time in
// a chunk.
type memorySink struct {
	locks []sync.Mutex
	apply func(chunk int, offsets []uint32)
}

func (m *memorySink) take(_, chunk int, offsets []uint32) error {
	m.locks[chunk].Lock()
	m.apply(chunk, offsets)
	m.locks[chunk].Unlock()
	return nil
}

// spillSink writes updates to a file per worker and reads a chunk's back later.
// The files are worth nothing after a crash: their phase starts anew.
type spillSink struct {
	files   []*os.File
	ends    []int64     // by worker
	runs    [][]spilled // by worker and chunk: worker·chunks + chunk
	chunks  int
	written atomic.Uint64 // bytes
}

type spilled struct {
	at    int64
	count int
}

func newSpillSink(dir string, chunks, workers int) (*spillSink, error) {
	s := &spillSink{chunks: chunks, ends: make([]int64, workers), runs: make([][]spilled, workers*chunks)}
	for w := range workers {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("updates-%d", w)))
		if err != nil {
			s.close()
			return nil, err
		}
		s.files = append(s.files, f)
	}
	return s, nil
}

func (s *spillSink) take(worker, chunk int, offsets []uint32) error {
	raw := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(offsets))), 4*len(offsets))
	if _, err := s.files[worker].WriteAt(raw, s.ends[worker]); err != nil {
		return fmt.Errorf("spill updates: %w", err)
	}
	i := worker*s.chunks + chunk
	s.runs[i] = append(s.runs[i], spilled{s.ends[worker], len(offsets)})
	s.ends[worker] += int64(len(raw))
	s.written.Add(uint64(len(raw)))
	return nil
}

// any reports whether updates for a chunk were spilled.
func (s *spillSink) any(chunk int) bool {
	for w := range s.files {
		if len(s.runs[w*s.chunks+chunk]) > 0 {
			return true
		}
	}
	return false
}

// each hands the updates of a chunk to apply, run by run. It may be called for
// several chunks at once, after all workers have flushed.
func (s *spillSink) each(chunk int, apply func(offsets []uint32)) error {
	var raw []byte
	var offsets []uint32
	for w, f := range s.files {
		for _, run := range s.runs[w*s.chunks+chunk] {
			if cap(raw) < 4*run.count {
				raw = make([]byte, 4*run.count)
			}
			raw = raw[:4*run.count]
			if _, err := f.ReadAt(raw, run.at); err != nil {
				return fmt.Errorf("read spilled updates from %s: %w", f.Name(), err)
			}
			offsets = offsets[:0]
			for at := 0; at < len(raw); at += 4 {
				offsets = append(offsets, binary.NativeEndian.Uint32(raw[at:]))
			}
			apply(offsets)
		}
	}
	return nil
}

// close deletes the files.
func (s *spillSink) close() {
	for _, f := range s.files {
		f.Close()
		os.Remove(f.Name())
	}
}
