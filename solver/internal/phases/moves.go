package phases

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
		s: s, first: l.Slice.First, shift: l.Shift, sorted: make([]bool, l.Chunks), sorters: make([]sorter, len(s.Crew.Workers)),
	}
	shape := moves.Shape{Slice: l.Number, Size: l.Slice.Size, Shift: l.Shift, Chunks: l.Chunks, Counter: int(s.Counter)}
	var err error
	if r.moves, err = moves.Open(s.Disk, s.Scratch, shape, len(s.Crew.Workers), s.Often); err != nil {
		return nil, err
	}
	if s.mode.Reverse == budget.ReverseInFile {
		if r.file, err = newListFile(s.Scratch, l.Chunks); err != nil {
			return nil, errors.Join(err, r.end(false))
		}
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
	counters := v.counters.AppendTo
	if r.s.uncountable.Load() {
		counters = nil
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
	} else {
		r.starts = pages.New[uint32](r.s.region.Slice.Size + uint64(r.s.region.Chunks))
		r.lists = make([][]uint32, r.s.region.Chunks)
	}
	err := r.s.run(ctx, task.Sort, 0, nil)
	r.sorters = nil
	return err
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
	err = r.s.region.Counters.Load(first-r.first, n, raw)
	if errors.Is(err, region.ErrManySuccessors) && r.s.Strategy == budget.Auto {
		r.s.uncountable.Store(true)
		return nil
	} else if err != nil {
		return fmt.Errorf("the log of moves in %s, chunk %d: %w", r.s.Scratch, chunk, err)
	}
	return nil
}

// sorter is a worker's memory for sorting.
type sorter struct {
	starts, list []uint32
	raw          []byte
}

// sortMoves makes the lists of a chunk, once, and loads its counters.
func (r *reverse) sortMoves(w *crew.Worker, chunk int) error {
	if r.sorted[chunk] {
		return nil
	}
	r.sorted[chunk] = true
	from := r.moves.Reader()
	if err := r.loadCounters(from, chunk); err != nil {
		return err
	}
	_, n := r.s.region.Span(chunk)
	if r.file != nil {
		return r.sortIntoFile(&r.sorters[w.ID], from, chunk, n)
	}
	starts := r.startsOf(chunk, n)
	if err := countLists(starts, from, chunk); err != nil {
		return err
	}
	sum := endLists(starts, 1<<32-1)
	if sum > 1<<32-1 {
		return r.tooMany(chunk)
	}
	r.lists[chunk] = make([]uint32, sum)
	return fillLists(starts, r.lists[chunk], 0, from, chunk)
}

func (r *reverse) tooMany(chunk int) error {
	return fmt.Errorf("%s: too many moves lead into chunk %d: choose a smaller chunk", r.s.region.Slice.Name, chunk)
}

// sortIntoFile makes the lists of a chunk, as many at a time as there is memory for.
func (r *reverse) sortIntoFile(m *sorter, from *moves.Reader, chunk int, n uint64) (err error) {
	m.starts = slices.Grow(m.starts[:0], int(n))[:n]
	clear(m.starts)
	if err := countLists(m.starts, from, chunk); err != nil {
		return err
	}
	if !r.file.plan(chunk, m.starts) {
		return r.tooMany(chunk)
	}
	for first := 0; first < len(m.starts); {
		end, sum := first, uint64(0)
		for end < len(m.starts) && (end == first || sum < r.s.mode.Sort/4) {
			next := min(end+blockPositions, len(m.starts))
			for _, length := range m.starts[end:next] {
				sum += uint64(length)
			}
			end = next
		}
		starts := m.starts[first:end]
		endLists(starts, sum)
		m.list = slices.Grow(m.list[:0], int(sum))[:sum]
		if err := fillLists(starts, m.list, uint32(first), from, chunk); err != nil {
			return err
		}
		if m.raw, err = r.file.write(chunk, first/blockPositions, starts, m.list, m.raw); err != nil {
			return err
		}
		first = end
	}
	return nil
}

// countLists adds the lengths of the lists of a chunk.
func countLists(lengths []uint32, from *moves.Reader, chunk int) error {
	return from.Each(chunk, func(pairs []uint32) error {
		for at := 0; at < len(pairs); at += 2 {
			lengths[pairs[at]]++
		}
		return nil
	})
}

// endLists makes of the lengths of lists where each ends, and returns where the last does; it
// stops behind the most there may be.
func endLists(lengths []uint32, most uint64) (sum uint64) {
	for n, length := range lengths {
		if sum += uint64(length); sum > most {
			return sum
		}
		lengths[n] = uint32(sum)
	}
	return sum
}

// fillLists fills the lists of positions of a chunk, from the position first on. What says where
// each ends says then where it begins.
func fillLists(ends, list []uint32, first uint32, from *moves.Reader, chunk int) error {
	return from.Each(chunk, func(pairs []uint32) error {
		for at := 0; at < len(pairs); at += 2 {
			if to := pairs[at] - first; to < uint32(len(ends)) {
				ends[to]--
				list[ends[to]] = pairs[at+1]
			}
		}
		return nil
	})
}
