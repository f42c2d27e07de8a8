package phases

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// moveStore has the moves that the scan finds until they are sorted: pairs of the offset in
// the chunk that a move leads into and the offset in the slice it comes from.
type moveStore struct {
	spill    *exchange.Spill // nil: in memory
	parts    [][][]uint32    // by chunk
	locks    []sync.Mutex
	received *exchange.Received
}

func newMoveStore(chunks int) *moveStore {
	return &moveStore{parts: make([][][]uint32, chunks), locks: make([]sync.Mutex, chunks), received: exchange.NewReceived(chunks)}
}

// newReverse begins a reverse graph, if there is to be one. Moves go to files in the
// scratch folder unless there is memory for them.
func newReverse(s *slice) (*reverse, error) {
	if s.mode.Reverse == budget.NoReverse {
		return nil, nil
	}
	l := &s.region.Layout
	r := &reverse{
		s: s, first: l.Slice.First, shift: l.Shift, starts: pages.New[uint32](l.Slice.Size + uint64(l.Chunks)),
		lists: make([][]uint32, l.Chunks), bases: make([]int64, l.Chunks), sorted: make([]bool, l.Chunks), moves: newMoveStore(l.Chunks),
	}
	if s.mode.Reverse == budget.ReverseInMemory {
		return r, nil
	}
	err := os.MkdirAll(s.Scratch, 0o777)
	if err == nil {
		r.moves.spill, err = exchange.NewSpill(s.Scratch, l.Chunks, len(s.Crew.Workers))
	}
	if err == nil {
		r.file, err = os.Create(filepath.Join(s.Scratch, kv.ReverseFile))
	}
	if err != nil {
		r.close()
		return nil, fmt.Errorf("make files for the reverse graph: %w", err)
	}
	return r, nil
}

// Exact implements [exchange.Sink]: a move that is there twice would be undone twice.
func (m *moveStore) Exact() bool { return true }

// Take implements [exchange.Sink].
func (m *moveStore) Take(worker int, u exchange.Updates) error {
	m.locks[u.Chunk].Lock()
	defer m.locks[u.Chunk].Unlock()
	var err error
	if u.Offsets, err = m.received.New(u); err != nil || len(u.Offsets) == 0 {
		return err
	}
	if m.spill != nil {
		return m.spill.Take(worker, u)
	}
	m.parts[u.Chunk] = append(m.parts[u.Chunk], slices.Clone(u.Offsets))
	return nil
}

// each hands the pairs of a chunk to use, some at a time.
func (m *moveStore) each(chunk int, use func(pairs []uint32)) error {
	if m.spill != nil {
		return m.spill.Each(chunk, use)
	}
	for _, pairs := range m.parts[chunk] {
		use(pairs)
	}
	return nil
}

func (m *moveStore) close() {
	if m.spill != nil {
		m.spill.Close()
	}
	m.spill, m.parts, m.received = nil, nil, nil
}

// sort sorts the moves into each chunk by where they lead.
func (r *reverse) sort(ctx context.Context) error {
	err := r.s.run(ctx, task.Sort, 0, nil)
	if r.moves.spill != nil {
		r.s.spilled += r.moves.spill.Written()
	}
	r.moves.close()
	return err
}

// sortMoves makes the lists of a chunk, once.
func (r *reverse) sortMoves(chunk int) error {
	if r.sorted[chunk] {
		return nil
	}
	r.sorted[chunk] = true
	_, n := r.s.region.Span(chunk)
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
			return fmt.Errorf("%s: more than 2^32 moves lead into chunk %d: choose a smaller chunk", r.s.region.Slice.Name, chunk)
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
	r.moves.parts[chunk] = nil
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
