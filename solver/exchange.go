package solver

import (
	"context"
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
	capacity int    // updates per buffer, an even number
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
	buffers []uint32 // of all chunks, one after the other
	filled  []uint32 // by chunk: updates in its buffer
}

// newExchange makes an exchange whose buffers take at most budget bytes.
func newExchange(first uint64, shift uint, chunks, workers int, budget uint64) *exchange {
	capacity := budget / 4 / uint64(chunks*workers)
	x := &exchange{first: first, shift: shift, capacity: int(min(max(capacity, 16), 1<<14)) &^ 1}
	for w := range workers {
		x.senders = append(x.senders, sender{x, w, newArray[uint32](uint64(chunks * x.capacity)), make([]uint32, chunks)})
	}
	return x
}

// begin makes an exchange ready for a phase's updates. What an aborted one left in the
// buffers is forgotten.
func (x *exchange) begin(skip []bool, to sink) {
	x.skip, x.sink = skip, to
	for _, s := range x.senders {
		clear(s.filled)
	}
}

// send gathers updates. All indices lie in the slice.
func (s *sender) send(indices []uint64) error {
	first, shift, capacity := s.first, s.shift, s.capacity
	buffers, filled := s.buffers, s.filled
	mask := uint64(1)<<(shift&63) - 1
	for _, i := range indices {
		i -= first
		chunk := int(i >> (shift & 63))
		n := int(filled[chunk])
		buffers[chunk*capacity+n] = uint32(i & mask)
		filled[chunk]++
		if n+1 == capacity {
			if err := s.hand(chunk); err != nil {
				return err
			}
		}
	}
	return nil
}

// sendMoves gathers pairs: for each position that a move leads to its offset in its
// chunk, and the offset in the slice that all the moves come from.
func (s *sender) sendMoves(source uint32, indices []uint64) error {
	for _, i := range indices {
		i -= s.first
		chunk := int(i >> (s.shift & 63))
		n := int(s.filled[chunk])
		at := s.buffers[chunk*s.capacity+n:]
		at[0], at[1] = uint32(i&(1<<(s.shift&63)-1)), source
		s.filled[chunk] += 2
		if n+2 == s.capacity {
			if err := s.hand(chunk); err != nil {
				return err
			}
		}
	}
	return nil
}

// hand empties the buffer of a chunk into the sink.
func (s *sender) hand(chunk int) error {
	n := int(s.filled[chunk])
	s.filled[chunk] = 0
	if n == 0 || s.skip[chunk] {
		return nil
	}
	return s.sink.take(s.worker, chunk, s.buffers[chunk*s.capacity:][:n])
}

// flush hands on what the workers still hold.
func (x *exchange) flush(ctx context.Context, c crew) error {
	return c.each(ctx, len(x.senders), func(_ context.Context, _ *worker, unit int) error {
		s := &x.senders[unit]
		for chunk := range s.filled {
			if err := s.hand(chunk); err != nil {
				return err
			}
		}
		return nil
	})
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
