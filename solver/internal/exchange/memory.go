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
	counts []map[int]uint32 // by chunk, then source: updates
}

// NewReceived returns one that has had nothing.
func NewReceived(chunks int) *Received { return &Received{make([]map[int]uint32, chunks)} }

// New returns those of the updates that have not come before, and takes note of them. The
// caller sees to it that there is one call at a time for a chunk. It fails where updates
// before these are missing.
func (r *Received) New(u Updates) ([]uint32, error) {
	if u.Source == Several {
		return nil, fmt.Errorf("updates of chunk %d in phase %d do not name their source", u.Chunk, u.Phase)
	}
	had, counts := uint32(0), r.counts[u.Chunk]
	if counts == nil {
		counts = map[int]uint32{}
		r.counts[u.Chunk] = counts
	} else {
		had = counts[u.Source]
	}
	switch end := u.Before + uint32(len(u.Offsets)); {
	case u.Before > had:
		return nil, fmt.Errorf("updates of chunk %d in phase %d: of those from chunk %d the first %d are missing", u.Chunk, u.Phase, u.Source, u.Before-had)
	case end <= had:
		return nil, nil
	default:
		counts[u.Source] = end
		return u.Offsets[had-u.Before:], nil
	}
}
