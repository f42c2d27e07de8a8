// Package exchange carries updates, that is indices of positions, from whoever finds them
// to the chunk they fall into.
//
// Each worker gathers them in a buffer per destination chunk, so that a full buffer is
// applied to one chunk while that chunk sits in cache, or is written to disk in one
// piece. What is handed on names its phase and, where a sink must apply each update
// exactly once, the chunks that it comes from and how many came from there before: a sink
// leaves out what it has had ([Received]), so that a source chunk may be sent more than
// once.
package exchange

import (
	"context"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Updates are updates of the positions of one chunk.
type Updates struct {
	Phase   phase.Phase
	Chunk   int       // the chunk that they are for
	Offsets []uint32  // in that chunk; for pairs see [Sender.SendMoves]
	Sources []Segment // where Offsets come from, one after the other; nil where repeats do no harm
}

// Segment says where some updates in a row come from.
type Segment struct {
	Source int    // the chunk
	Before uint32 // how many from there to the chunk came before
	Count  uint32
}

// Sink takes updates. It is called by all workers at once and does not keep the slices of
// updates, but may change them.
type Sink interface {
	Take(worker int, u Updates) error
	// Exact reports whether updates must be applied exactly once. They then name their
	// sources.
	Exact() bool
}

// Exchange has the buffers of all workers.
type Exchange struct {
	first    uint64 // lowest index of the slice
	shift    uint   // log2 of positions per chunk
	capacity int    // updates per buffer, an even number
	phase    phase.Phase
	skip     []bool // chunks that need no updates; nil: none
	sink     Sink
	exact    bool
	senders  []Sender
}

// Sender is a worker's end of an exchange.
type Sender struct {
	*Exchange
	worker  int
	source  int
	buffers []uint32 // of all chunks, one after the other
	filled  []uint32 // by chunk: updates in its buffer

	// Where updates name their sources:
	named    []uint32    // by chunk: updates in its buffer that segments tell of
	sent     []uint32    // by chunk: updates of the present source that segments told of
	segments [][]Segment // by chunk: of its buffer
}

// New makes an exchange whose buffers take at most budget bytes.
func New(first uint64, shift uint, chunks, workers int, budget uint64) *Exchange {
	capacity := budget / 4 / uint64(chunks*workers)
	x := &Exchange{first: first, shift: shift, capacity: int(min(max(capacity, 16), 1<<14)) &^ 1}
	for w := range workers {
		x.senders = append(x.senders, Sender{
			Exchange: x, worker: w, buffers: pages.New[uint32](uint64(chunks * x.capacity)), filled: make([]uint32, chunks),
			named: make([]uint32, chunks), sent: make([]uint32, chunks), segments: make([][]Segment, chunks),
		})
	}
	return x
}

// Begin makes an exchange ready for a phase's updates. What an aborted one left in the
// buffers is forgotten.
func (x *Exchange) Begin(p phase.Phase, skip []bool, to Sink) {
	x.phase, x.skip, x.sink, x.exact = p, skip, to, to.Exact()
	for n := range x.senders {
		s := &x.senders[n]
		clear(s.filled)
		clear(s.named)
		for chunk := range s.segments {
			s.segments[chunk] = s.segments[chunk][:0]
		}
	}
}

// Sender returns a worker's end.
func (x *Exchange) Sender(worker int) *Sender { return &x.senders[worker] }

// From says that what is sent from now on comes from a chunk.
func (s *Sender) From(source int) {
	if s.exact {
		s.source = source
		clear(s.sent)
	}
}

// End says that this was all from a chunk.
func (s *Sender) End() {
	if s.exact {
		for chunk := range s.filled {
			s.name(chunk)
		}
	}
}

// name makes a segment of the updates of the source in the buffer of a chunk.
func (s *Sender) name(chunk int) {
	if n := s.filled[chunk] - s.named[chunk]; n > 0 {
		s.segments[chunk] = append(s.segments[chunk], Segment{s.source, s.sent[chunk], n})
		s.sent[chunk] += n
		s.named[chunk] += n
	}
}

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

// SendMoves gathers pairs: for each position that a move leads to its offset in its
// chunk, and the offset in the slice that all the moves come from.
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
	if s.filled[chunk] == 0 {
		return nil
	}
	u := Updates{Phase: s.phase, Chunk: chunk, Offsets: s.buffers[chunk*s.capacity:][:s.filled[chunk]]}
	if s.exact {
		s.name(chunk)
		u.Sources = s.segments[chunk]
		s.segments[chunk], s.named[chunk] = s.segments[chunk][:0], 0
	}
	s.filled[chunk] = 0
	if s.skip != nil && s.skip[chunk] {
		return nil
	}
	return s.sink.Take(s.worker, u)
}

// Flush hands on what the buffers of the worker hold.
func (s *Sender) Flush() error {
	for chunk := range s.filled {
		if err := s.hand(chunk); err != nil {
			return err
		}
	}
	return nil
}

// Flush hands on what the buffers of all workers hold.
func (x *Exchange) Flush(ctx context.Context, c *crew.Crew) error {
	return c.Each(ctx, len(x.senders), func(_ context.Context, _ *crew.Worker, unit int) error { return x.senders[unit].Flush() })
}
