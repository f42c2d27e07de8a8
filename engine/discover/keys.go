package discover

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"
)

// searchKeys is the state of a search and its keys, in memory and in files.
type searchKeys struct {
	ctx       context.Context // of the whole search
	options   Options
	state     searchState
	saved     time.Time
	heldParts uint64 // bytes of the keys of parts in memory
}

// searchState is the state that is saved, once all runs are in files.
type searchState struct {
	Game    string // canonical spec
	Parts   []foundPart
	Size    uint64           // positions in them
	Waiting map[int][]keyRun // pending positions, by slice number

	Inside  bool // a slice is in progress
	Number  int  // of the slice
	Targets []int
	Next    keyRun // its frontier
	Looked  uint64 // number of frontier positions already expanded
	Found   []keyRun
	Seen    []keyRun // all positions of the slice found in earlier steps, in disjoint runs

	Names int      // number of file names assigned
	Files []string // names of files that may exist
}

// foundPart is a completed slice.
type foundPart struct {
	Number  int
	Targets []int // numbers
	Run     keyRun
}

// saveEvery is the time between two saves of the state.
const saveEvery = time.Minute

// runs calls f for all runs of the state except those of completed slices.
func (s *searchKeys) runs(f func(r *keyRun)) {
	st := &s.state
	for _, list := range st.Waiting {
		for n := range list {
			f(&list[n])
		}
	}
	for n := range st.Found {
		f(&st.Found[n])
	}
	for n := range st.Seen {
		f(&st.Seen[n])
	}
	f(&st.Next)
}

// keyBytes returns the bytes of all keys in memory.
func (s *searchKeys) keyBytes() (bytes uint64) {
	s.runs(func(r *keyRun) { bytes += r.bytes() })
	return bytes + s.heldParts
}

// room returns how many bytes keys in memory may take: a third of the budget. Merges need as much
// again. The rest serves the expansion and the garbage collector.
func (s *searchKeys) room() uint64 {
	const program = 80 << 20 // code pages, the runtime and a minimum for the expansion
	return (s.options.Memory - min(program, s.options.Memory/2)) / 3
}

// found returns a lower bound on the number of positions found.
func (s *searchKeys) found() (positions uint64) {
	for _, r := range s.state.Seen {
		positions += r.Size
	}
	most := uint64(0)
	for _, list := range s.state.Waiting {
		for _, r := range list {
			most = max(most, r.Size)
		}
	}
	return s.state.Size + positions + most
}

// due reports whether to save the state now.
func (s *searchKeys) due() bool {
	return s.options.Files != nil && (s.keyBytes() > s.room() || time.Since(s.saved) > saveEvery)
}

func (s *searchKeys) newName() string {
	s.state.Names++
	name := fmt.Sprintf("run-%d", s.state.Names)
	s.state.Files = append(s.state.Files, name)
	return name
}

// save writes all runs and the state to files, and deletes obsolete files.
func (s *searchKeys) save() error {
	files := s.options.Files
	stored := map[*uint64]string{} // two runs may share their keys
	used := map[string]bool{}
	var err error
	store := func(r *keyRun) {
		if len(r.keys) > 0 && err == nil {
			first := &r.keys[0]
			if r.Name = stored[first]; r.Name == "" {
				r.Name = s.newName()
				stored[first] = r.Name
				err = s.write(*r)
			}
		}
		used[r.Name] = true
		r.keys = nil
	}
	s.runs(store)
	for n := range s.state.Parts {
		store(&s.state.Parts[n].Run)
	}
	s.heldParts = 0
	if err != nil {
		return err
	}
	var obsolete []string
	s.state.Files = slices.DeleteFunc(s.state.Files, func(name string) bool {
		if !used[name] {
			obsolete = append(obsolete, name)
		}
		return !used[name]
	})
	text, err := json.Marshal(s.state)
	if err != nil {
		return err
	}
	if err := files.SaveState(text); err != nil {
		return err
	}
	for _, name := range obsolete {
		if err := files.Remove(name); err != nil {
			return err
		}
	}
	s.saved = time.Now()
	return nil
}

// write writes a run in memory to its file. A limit of disk ends it.
func (s *searchKeys) write(r keyRun) error {
	out, err := s.options.Files.Create(r.Name)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(r.keys, readBuffer) {
		if err == nil && errors.Is(context.Cause(s.ctx), syscall.ENOSPC) {
			err = context.Cause(s.ctx)
		}
		if err == nil {
			err = out.Write(part)
		}
	}
	return cmp.Or(err, out.Close()) // Close may repeat the error of Write
}
