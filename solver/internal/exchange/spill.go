package exchange

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/foregone-db/foregone/kv"
)

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
