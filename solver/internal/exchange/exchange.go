// Package exchange carries updates within a machine, from the worker that finds them to the chunk they
// fall into. An update is the index of a position that follows from a result elsewhere, or a move.
// Workers exchange them: each chunk gets the updates of all.
//
// Each worker gathers updates in a buffer per destination chunk. A full buffer is applied to
// one chunk while that chunk is in cache, or is written to disk in one piece.
package exchange

import (
	"context"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// Sink is where the updates of a step end: memory ([Memory]), files ([Spill.Take]) or the log of moves.
// It takes updates for a chunk: offsets in that chunk, or the pairs of [Sender.SendMoves]. All
// workers call it concurrently. It may change the slice, and does not keep it.
type Sink func(worker, chunk int, offsets []uint32) error

// Memory returns a sink that calls apply, one worker at a time for a chunk.
func Memory(chunks int, apply func(chunk int, offsets []uint32)) Sink {
	locks := make([]sync.Mutex, chunks)
	return func(_, chunk int, offsets []uint32) error {
		locks[chunk].Lock()
		defer locks[chunk].Unlock()
		apply(chunk, offsets)
		return nil
	}
}

// Exchange has the buffers of all workers.
type Exchange struct {
	first    uint64 // lowest index of the slice
	shift    uint   // log2 of positions per chunk
	capacity int    // updates per buffer, an even number
	sink     Sink
	begun    []atomic.Bool // by source chunk, since Begin
	senders  []Sender
}

// Sender is a worker's end of an exchange.
type Sender struct {
	*Exchange
	worker  int
	buffers []uint32 // of all chunks, one after the other
	filled  []uint32 // by chunk: updates in its buffer
}

// New makes an exchange whose buffers take at most budget bytes.
func New(first uint64, shift uint, chunks, workers int, budget uint64) *Exchange {
	capacity := min(budget/4/uint64(chunks*workers), 1<<14, 1<<shift/4)
	x := &Exchange{first: first, shift: shift, capacity: int(max(capacity, 16)) &^ 1, begun: make([]atomic.Bool, chunks)}
	for w := range workers {
		x.senders = append(x.senders, Sender{
			Exchange: x, worker: w, buffers: pages.New[uint32](uint64(chunks * x.capacity)), filled: make([]uint32, chunks),
		})
	}
	return x
}

// Begin begins a step, whose updates go to a sink. It drops updates of an aborted step from the
// buffers.
func (x *Exchange) Begin(to Sink) {
	x.sink = to
	for chunk := range x.begun {
		x.begun[chunk].Store(false)
	}
	for n := range x.senders {
		clear(x.senders[n].filled)
	}
}

// Sender returns a worker's end.
func (x *Exchange) Sender(worker int) *Sender { return &x.senders[worker] }

// Send gathers updates. All indices lie in the slice.
func (s *Sender) Send(indices []uint64) error {
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

// from reports whether the updates from a chunk are still to be sent: true once in each step.
func (s *Sender) from(source int) bool { return s.begun[source].CompareAndSwap(false, true) }

// SendPredecessors gathers the predecessors of the positions of a chunk, which begins at index first,
// whose bits are set in words, except those in lacking, if that is not nil. A task that is done twice
// sends them once: the second call in a step does nothing.
func (s *Sender) SendPredecessors(ctx context.Context, w *crew.Worker, first uint64, chunk int, words []uint64, lacking *fast.Set) error {
	if !s.from(chunk) {
		return nil
	}
	for k, word := range words {
		if word != 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for ; word != 0; word &= word - 1 {
			w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], first+uint64(k<<6+bits.TrailingZeros64(word)))
			if lacking != nil {
				w.Indices = lacking.KeepLacking(w.Indices)
			}
			if err := s.Send(w.Indices); err != nil {
				return err
			}
		}
	}
	return nil
}

// SendMoves gathers pairs: for each move the offset of its destination in its chunk, and source,
// the offset in the slice that all the moves come from.
func (s *Sender) SendMoves(source uint32, indices []uint64) error {
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
func (s *Sender) hand(chunk int) error {
	n := s.filled[chunk]
	if n == 0 {
		return nil
	}
	s.filled[chunk] = 0
	return s.sink(s.worker, chunk, s.buffers[chunk*s.capacity:][:n])
}

// Flush hands the updates in the worker's buffers to the sink.
func (s *Sender) Flush() error {
	for chunk := range s.filled {
		if err := s.hand(chunk); err != nil {
			return err
		}
	}
	return nil
}

// Flush hands the updates in the buffers of all workers to the sink.
func (x *Exchange) Flush(ctx context.Context, c *crew.Crew) error {
	return c.Each(ctx, len(x.senders), func(_ context.Context, _ *crew.Worker, unit int) error { return x.senders[unit].Flush() })
}

// Spill writes updates to a file per worker and reads a chunk's back later. The files
// are useless after a crash: the round that wrote them is done again.
type Spill struct {
	files   []*os.File
	ends    []int64 // by worker
	runs    [][]run // by worker and chunk: worker·chunks + chunk
	chunks  int
	written atomic.Uint64 // bytes
}

// run is the place of updates of one chunk in a file.
type run struct {
	at    int64
	count int
}

// NewSpill makes the files in a folder.
func NewSpill(dir string, chunks, workers int) (*Spill, error) {
	s := &Spill{chunks: chunks, ends: make([]int64, workers), runs: make([][]run, workers*chunks)}
	for w := range workers {
		f, err := os.Create(filepath.Join(dir, fmt.Sprint(kv.UpdatesFile, w)))
		if err != nil {
			s.Close()
			return nil, err
		}
		s.files = append(s.files, f)
	}
	return s, nil
}

// Take is the [Sink] that writes updates.
func (s *Spill) Take(worker, chunk int, offsets []uint32) error {
	raw := bytesOf(offsets)
	if _, err := s.files[worker].WriteAt(raw, s.ends[worker]); err != nil {
		return fmt.Errorf("spill updates: %w", err)
	}
	i := worker*s.chunks + chunk
	s.runs[i] = append(s.runs[i], run{s.ends[worker], len(offsets)})
	s.ends[worker] += int64(len(raw))
	s.written.Add(uint64(len(raw)))
	return nil
}

// Written returns the bytes written.
func (s *Spill) Written() uint64 { return s.written.Load() }

// Any reports whether updates for a chunk were spilled.
func (s *Spill) Any(chunk int) bool {
	for w := range s.files {
		if len(s.runs[w*s.chunks+chunk]) > 0 {
			return true
		}
	}
	return false
}

// Each hands the updates of a chunk to apply, run by run. It may be called for several
// chunks at once, after all workers have flushed.
func (s *Spill) Each(chunk int, apply func(offsets []uint32)) error {
	var offsets []uint32
	for w, f := range s.files {
		for _, run := range s.runs[w*s.chunks+chunk] {
			offsets = slices.Grow(offsets[:0], run.count)[:run.count]
			if _, err := f.ReadAt(bytesOf(offsets), run.at); err != nil {
				return fmt.Errorf("read spilled updates from %s: %w", f.Name(), err)
			}
			apply(offsets)
		}
	}
	return nil
}

// bytesOf returns the memory of offsets.
func bytesOf(offsets []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(offsets))), 4*len(offsets))
}

// Close deletes the files.
func (s *Spill) Close() {
	for _, f := range s.files {
		f.Close()
		os.Remove(f.Name())
	}
}
