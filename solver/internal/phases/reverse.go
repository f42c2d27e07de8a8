package phases

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/moves"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// reverse is the reverse graph of a slice, for games that cannot unmove: the predecessors of each
// position, without those that win at once. The scan, which lists all successors anyway, sends each
// move to the chunk it leads into, in a log on disk (package moves). The workers sort the moves
// there by destination, into lists in a file. Each phase reads the lists of its frontier in
// ascending order, and so reads each list once. The system caches the file in free memory.
//
// A resumed solve reads the log, and sorts the moves again.
type reverse struct {
	log    *moves.Log
	first  uint64 // index of the slice
	shift  uint
	sorted []bool // by chunk
	lists  *listFile
}

// groupTime is how long a worker gathers scanned chunks before it commits them to the log.
const groupTime = 2 * time.Second

// openReverse opens the log where an earlier run left it, and makes the file of lists.
func openReverse(e *env) (*reverse, error) {
	shape := moves.Shape{Slice: e.Number, Size: e.Slice.Size, Shift: e.Shift, Chunks: e.Chunks, Counter: int(e.Plan.Counter)}
	log, err := moves.Open(e.Disk, e.Scratch, shape, len(e.Crew.Workers), min(groupTime, e.SaveEvery))
	if err != nil {
		return nil, err
	}
	r := &reverse{log: log, first: e.Slice.First, shift: e.Shift, sorted: make([]bool, e.Chunks)}
	if r.lists, err = newListFile(e.Scratch, e.Chunks); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return r, nil
}

// close deletes the lists. The log stays unless the slice is solved.
func (r *reverse) close(e *env, solved bool) error {
	for _, w := range e.Crew.Workers {
		w.Unmover = nil
	}
	r.lists.close()
	err := r.log.Close()
	if solved {
		err = errors.Join(err, moves.Delete(e.Disk, e.Scratch, e.Number))
	}
	return err
}

// takeMoves is the sink that writes the moves of the scan to the log.
func (r *reverse) takeMoves(worker, chunk int, pairs []uint32) error {
	return r.log.Writer(worker).Moves(chunk, pairs)
}

// end ends a chunk in the log, once all its moves are sent. From time to time it commits the chunks
// that the worker ended.
func (r *reverse) end(ed *edges, w *crew.Worker, v *survey) error {
	counters := v.counters.AppendTo
	if ed.noCounters.Load() {
		counters = nil
	}
	due, err := r.log.Writer(w.ID).End(v.chunk, counters)
	if err == nil && due {
		err = r.commit(ed, w.ID)
	}
	return err
}

// commit commits the chunks that a worker ended.
func (r *reverse) commit(ed *edges, worker int) error {
	if err := ed.exchange.Sender(worker).Flush(); err != nil {
		return err
	}
	return r.log.Writer(worker).Commit()
}

// build sorts the moves in the log, and gives the workers the lists as their unmovers.
func (r *reverse) build(ctx context.Context, s *slice) error {
	e, ed := s.env, s.edges
	for n := range e.Crew.Workers {
		if err := r.commit(ed, n); err != nil {
			return err
		}
	}
	e.Reporter.Begin(progress.Step{Name: progress.ReverseGraph}, e.Chunks)
	if !ed.noCounters.Load() {
		ed.makeCounters(e)
	}
	sorters := make([]sorter, len(e.Crew.Workers))
	counter := e.Reporter.Count(0, e.Chunks, 0)
	err := run(ctx, s, e.tasks(task.Sort, 0, nil), func(_ context.Context, s *slice, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
		defer counter.Done()
		return none, r.sort(s, &sorters[w.ID], t.Chunk)
	})
	if err != nil {
		return err
	}
	for _, w := range e.Crew.Workers {
		w.Unmover = &listReader{listFile: r.lists, block: -1, first: r.first, shift: r.shift}
	}
	return nil
}

// sorter is a worker's memory for sorting.
type sorter struct{ starts, list []uint32 }

// sort makes the lists of a chunk, once, and loads its counters.
func (r *reverse) sort(s *slice, m *sorter, chunk int) error {
	if r.sorted[chunk] {
		return nil
	}
	r.sorted[chunk] = true
	from := r.log.Reader()
	if err := r.loadCounters(s, from, chunk); err != nil {
		return err
	}
	_, n := s.env.Span(chunk)
	m.starts = slices.Grow(m.starts[:0], int(n))[:n]
	clear(m.starts)
	if err := countLists(m.starts, from, chunk); err != nil {
		return err
	}
	if !r.lists.plan(chunk, m.starts) {
		return fmt.Errorf("%s: too many moves lead into chunk %d: choose a smaller chunk", s.env.Slice.Name, chunk)
	}
	return r.fill(m, from, chunk, s.env.mode.Sort)
}

// loadCounters reads the counters of a chunk from the log.
func (r *reverse) loadCounters(s *slice, from *moves.Reader, chunk int) error {
	if s.edges.noCounters.Load() {
		return nil
	}
	raw, err := from.Counters(chunk)
	if err != nil {
		return err
	}
	if len(raw) == 0 {
		s.edges.noCounters.Store(true)
		return nil
	}
	first, n := s.env.Span(chunk)
	if err := s.edges.counters.Load(first-r.first, n, raw); err != nil && !s.edges.forgives(s.env, err) {
		return fmt.Errorf("the log of moves in %s, chunk %d: %w", s.env.Scratch, chunk, err)
	}
	return nil
}

// fill writes the lists of a chunk, whose lengths are in m.starts. It holds about most bytes of
// lists at a time.
func (r *reverse) fill(m *sorter, from *moves.Reader, chunk int, most uint64) error {
	for first := 0; first < len(m.starts); {
		end, sum := first, uint64(0)
		for end < len(m.starts) && (end == first || sum < most/4) {
			next := min(end+blockPositions, len(m.starts))
			for _, length := range m.starts[end:next] {
				sum += uint64(length)
			}
			end = next
		}
		starts := m.starts[first:end]
		at := uint32(0)
		for n, length := range starts { // the lengths become ends
			at += length
			starts[n] = at
		}
		m.list = slices.Grow(m.list[:0], int(sum))[:sum]
		if err := fillLists(starts, m.list, uint32(first), from, chunk); err != nil {
			return err
		}
		if err := r.lists.write(chunk, first/blockPositions, starts, m.list); err != nil {
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

// fillLists fills the lists of a chunk's positions from first on, and turns the ends of the lists
// into their beginnings.
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

// failure returns the first errors of workers that read lists from the file.
func (r *reverse) failure(e *env) error {
	var list []error
	for _, w := range e.Crew.Workers {
		if u, ok := w.Unmover.(*listReader); ok {
			list = append(list, u.err)
		}
	}
	return errors.Join(list...)
}
