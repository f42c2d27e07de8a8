package phases

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/foregone-db/foregone/solver/internal/moves"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// reverse is the reverse graph of a slice: the predecessors of each position, immediate
// wins excepted, for games that cannot unmove. The scan, which lists all successors
// anyway, sends each move to the chunk it leads into, in a log on disk; there the moves are
// sorted by where they lead. When they do not fit into memory, they stay in a file, of which
// each phase reads what its frontier needs, in ascending order: all lists are read once.
//
// An interrupted solve goes on with the log, and sorts the moves anew.
type reverse struct {
	s       *slice
	first   uint64
	shift   uint
	moves   *moves.Log
	sorted  []bool // by chunk
	sorters []sorter

	// In memory:
	starts []uint32   // by position and one more for each chunk: where its list begins in the chunk's
	lists  [][]uint32 // by chunk: offsets in the slice of the positions before, list after list

	file *listFile // nil: in memory
}

// startsOf returns the part of starts that belongs to a chunk of n positions.
func (r *reverse) startsOf(chunk int, n uint64) []uint32 {
	from := uint64(chunk)<<r.shift + uint64(chunk)
	return r.starts[from : from+n+1]
}

// unmover returns a worker's [fast.Unmover].
func (r *reverse) unmover() *reverseReader {
	u := &reverseReader{reverse: r}
	if r.file != nil {
		u.listReader = &listReader{listFile: r.file, block: -1}
	}
	return u
}

// reverseReader reads lists of a reverse graph.
type reverseReader struct {
	*reverse
	*listReader // nil: in memory
}

func (r *reverseReader) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	offset := i - r.first
	chunk := offset >> (r.shift & 63)
	if r.listReader == nil {
		from, to := r.starts[offset+chunk], r.starts[offset+chunk+1]
		for _, source := range r.reverse.lists[chunk][from:to] {
			dst = append(dst, r.first+uint64(source))
		}
		return dst
	}
	raw := r.list(int(chunk), offset-chunk<<(r.shift&63))
	for at := 0; at+4 <= len(raw); at += 4 {
		dst = append(dst, r.first+uint64(binary.LittleEndian.Uint32(raw[at:])))
	}
	return dst
}

// end forgets the reverse graph. There may be none. The log stays unless the slice is solved.
func (r *reverse) end(solved bool) error {
	if r == nil {
		return nil
	}
	for _, w := range r.s.Crew.Workers {
		w.Unmover = nil
	}
	if r.file != nil {
		r.file.close()
	}
	err := r.moves.Close()
	if solved {
		err = errors.Join(err, moves.Delete(r.s.Disk, r.s.Scratch, r.s.region.Number))
	}
	return err
}

// use sorts the moves and lets the workers unmove by them.
func (r *reverse) use(ctx context.Context) error {
	for n := range r.s.Crew.Workers {
		if err := r.commit(n); err != nil {
			return err
		}
	}
	r.s.Reporter.Begin(progress.Step{Name: progress.ReverseGraph}, r.s.region.Chunks)
	if err := r.sort(ctx); err != nil {
		return err
	}
	for _, w := range r.s.Crew.Workers {
		w.Unmover = r.unmover()
	}
	return nil
}

// failure returns what went wrong while workers read the lists. There may be none.
func (r *reverse) failure() error {
	if r == nil {
		return nil
	}
	var list []error
	for _, w := range r.s.Crew.Workers {
		if reader, ok := w.Unmover.(*reverseReader); ok && reader.listReader != nil && reader.err != nil {
			list = append(list, reader.err)
		}
	}
	return errors.Join(list...)
}
