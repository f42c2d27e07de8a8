package exchange

import (
	"fmt"
	"sync"
)

// Memory applies updates to arrays in memory, one worker at a time in a chunk.
type Memory struct {
	locks    []sync.Mutex
	apply    func(chunk int, offsets []uint32)
	received *Received // nil: updates are sets, and repeats do no harm
}

// NewMemory returns a sink that calls apply, exactly once for each update or as it comes.
func NewMemory(chunks int, exact bool, apply func(chunk int, offsets []uint32)) *Memory {
	m := &Memory{locks: make([]sync.Mutex, chunks), apply: apply}
	if exact {
		m.received = NewReceived(chunks)
	}
	return m
}

// Exact implements [Sink].
func (m *Memory) Exact() bool { return m.received != nil }

// Take implements [Sink].
func (m *Memory) Take(_ int, u Updates) error {
	m.locks[u.Chunk].Lock()
	defer m.locks[u.Chunk].Unlock()
	if m.received != nil {
		var err error
		if u.Offsets, err = m.received.New(u); err != nil {
			return err
		}
	}
	m.apply(u.Chunk, u.Offsets)
	return nil
}

// Received knows, in one phase, what each chunk has had of each source.
type Received struct {
	chunks int
	few    [][]uint32       // by chunk, then source: updates
	many   []map[int]uint32 // the same, where a table would be too large
}

// NewReceived returns one that has had nothing.
func NewReceived(chunks int) *Received {
	r := &Received{chunks: chunks}
	if chunks <= 1<<11 {
		r.few = make([][]uint32, chunks)
	} else {
		r.many = make([]map[int]uint32, chunks)
	}
	return r
}

// New returns those of the updates that have not come before, and takes note of them. The
// caller sees to it that there is one call at a time for a chunk. It fails where updates
// before these are missing.
func (r *Received) New(u Updates) ([]uint32, error) {
	at, kept := 0, 0
	for _, g := range u.Sources {
		had := r.swap(u.Chunk, g.Source, g.Before+g.Count)
		if g.Before > had {
			return nil, fmt.Errorf("updates of chunk %d in phase %d: of those from chunk %d the first %d are missing", u.Chunk, u.Phase, g.Source, g.Before-had)
		}
		part := u.Offsets[at:][:g.Count]
		at += int(g.Count)
		fresh := part[min(had-g.Before, g.Count):]
		if kept+len(fresh) < at {
			copy(u.Offsets[kept:], fresh)
		}
		kept += len(fresh)
	}
	if at != len(u.Offsets) {
		return nil, fmt.Errorf("updates of chunk %d in phase %d do not name their sources", u.Chunk, u.Phase)
	}
	return u.Offsets[:kept], nil
}

// swap notes that a chunk has had updates of a source up to an end, if not more, and
// returns what it had before.
func (r *Received) swap(chunk, source int, end uint32) (had uint32) {
	if r.few != nil {
		if r.few[chunk] == nil {
			r.few[chunk] = make([]uint32, r.chunks)
		}
		had = r.few[chunk][source]
		r.few[chunk][source] = max(had, end)
		return had
	}
	if r.many[chunk] == nil {
		r.many[chunk] = map[int]uint32{}
	}
	had = r.many[chunk][source]
	r.many[chunk][source] = max(had, end)
	return had
}
