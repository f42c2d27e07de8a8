package phases

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/moves"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// newReverse begins a reverse graph, if there is to be one, or goes on with it.
func newReverse(s *slice) (*reverse, error) {
	if s.mode.Reverse == budget.NoReverse {
		return nil, nil
	}
	l := &s.region.Layout
	r := &reverse{
		s: s, first: l.Slice.First, shift: l.Shift, starts: pages.New[uint32](l.Slice.Size + uint64(l.Chunks)),
		lists: make([][]uint32, l.Chunks), bases: make([]int64, l.Chunks), sorted: make([]bool, l.Chunks),
	}
	shape := moves.Shape{Slice: l.Number, Size: l.Slice.Size, Shift: l.Shift, Chunks: l.Chunks, Counter: int(s.Counter)}
	var err error
	if r.moves, err = moves.Open(s.Disk, s.Scratch, shape, len(s.Crew.Workers), s.Often); err != nil {
		return nil, err
	}
	if s.mode.Reverse == budget.ReverseInMemory {
		return r, nil
	}
	err = os.MkdirAll(s.Scratch, 0o777)
	if err == nil {
		r.file, err = os.Create(filepath.Join(s.Scratch, kv.ReverseFile))
	}
	if err != nil {
		r.end(false)
		return nil, fmt.Errorf("make files for the reverse graph: %w", err)
	}
	return r, nil
}

// moveSink takes moves, as the scan finds them, to the log. The log has each chunk once,
// whoever scans it how often.
type moveSink struct{ log *moves.Log }

// Exact implements [exchange.Sink].
func (moveSink) Exact() bool { return false }

// Take implements [exchange.Sink].
func (m moveSink) Take(worker int, u exchange.Updates) error {
	return m.log.Writer(worker).Moves(u.Chunk, u.Offsets)
}

// logged ends a chunk, all of whose moves were sent, in the log. From time to time what was
// ended is committed.
func (r *reverse) logged(w *crew.Worker, v *survey) error {
	var counters []byte
	if !r.s.uncountable.Load() {
		counters = v.counters.AppendTo(nil)
	}
	due, err := r.moves.Writer(w.ID).End(v.chunk, counters)
	if err == nil && due {
		err = r.commit(w.ID)
	}
	return err
}

// commit commits what a worker ended.
func (r *reverse) commit(worker int) error {
	if err := r.s.updates.exchange.Sender(worker).Flush(); err != nil {
		return err
	}
	return r.moves.Writer(worker).Commit()
}

// sort sorts the moves into each chunk by where they lead.
func (r *reverse) sort(ctx context.Context) error {
	if !r.s.uncountable.Load() {
		r.s.region.Counters = region.NewCounters(r.s.region.Slice.Size, r.s.Counter)
	}
	if r.file != nil {
		r.s.spilled += r.moves.Written()
	}
	return r.s.run(ctx, task.Sort, 0, nil)
}

// loadCounters takes the counters of a chunk from the log.
func (r *reverse) loadCounters(from *moves.Reader, chunk int) error {
	if r.s.uncountable.Load() {
		return nil
	}
	raw, err := from.Counters(chunk)
	if err != nil {
		return err
	}
	if len(raw) == 0 {
		r.s.uncountable.Store(true)
		return nil
	}
	first, n := r.s.region.Span(chunk)
	if !r.s.region.Counters.Load(first-r.first, n, raw) {
		return fmt.Errorf("the log of moves in %s has %d bytes of counters for the %d positions of chunk %d", r.s.Scratch, len(raw), n, chunk)
	}
	return nil
}

// sortMoves makes the lists of a chunk, once, and loads its counters.
func (r *reverse) sortMoves(chunk int) error {
	if r.sorted[chunk] {
		return nil
	}
	r.sorted[chunk] = true
	_, n := r.s.region.Span(chunk)
	starts := r.startsOf(chunk, n)
	from := r.moves.Reader()
	if err := r.loadCounters(from, chunk); err != nil {
		return err
	}
	err := from.Each(chunk, func(pairs []uint32) error {
		for at := 0; at < len(pairs); at += 2 {
			starts[pairs[at]]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	sum := uint64(0)
	for o, count := range starts {
		sum += uint64(count)
		if sum > 1<<32-1 {
			return fmt.Errorf("%s: more than 2^32 moves lead into chunk %d: choose a smaller chunk", r.s.region.Slice.Name, chunk)
		}
		starts[o] = uint32(sum) // the end of the list, which filling makes its beginning
	}
	list := make([]uint32, sum)
	err = from.Each(chunk, func(pairs []uint32) error {
		for at := 0; at < len(pairs); at += 2 {
			starts[pairs[at]]--
			list[starts[pairs[at]]] = pairs[at+1]
		}
		return nil
	})
	if err != nil {
		return err
	}
	if r.file == nil {
		r.lists[chunk] = list
		return nil
	}
	return r.write(chunk, list)
}

// write appends the lists of a chunk to the file.
func (r *reverse) write(chunk int, list []uint32) error {
	r.mu.Lock()
	at := r.size
	r.bases[chunk] = at
	r.size += 4 * int64(len(list))
	r.mu.Unlock()
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
}
