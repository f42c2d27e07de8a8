package keys

import (
	"github.com/foregone-db/foregone/engine/discover"
)

// Stream writes the keys of a game to a file while more of them are found. It must be ended by
// [Stream.Finish] or [Stream.Abort]; until then the file has a temporary name. It belongs to one
// goroutine.
type Stream struct {
	path, game string
	parts      chan discover.Slice // nil: nothing was added
	done       chan struct{}
	out        *Writer
	err        error
	added      int
}

// NewStream returns a stream to a file. The file is begun when the first keys are there.
func NewStream(path, game string) *Stream { return &Stream{path: path, game: game} }

// Add adds a part, all of whose keys are in memory: the first of the game, then the next. Its
// targets need not be known yet. It waits only until the part before is being written.
func (s *Stream) Add(p discover.Slice) {
	if s.parts == nil {
		s.parts, s.done = make(chan discover.Slice), make(chan struct{})
		go s.write()
	}
	s.added++
	s.parts <- p
}

// write writes what is added.
func (s *Stream) write() {
	defer close(s.done)
	s.out, s.err = Create(s.path, s.game)
	for p := range s.parts {
		if s.err == nil {
			s.err = s.out.add(p, nil)
		}
		if s.err == nil {
			s.err = s.out.syncSome()
		}
	}
}

// wait waits until all that was added is written.
func (s *Stream) wait() error {
	if s.parts != nil {
		close(s.parts)
		s.parts = nil
		<-s.done
	}
	return s.err
}

// Finish writes what was not added of all parts, whose targets are known now, and ends the file as
// [Writer.Finish] does. Keys that are not in memory are read from files, which may be nil where
// all are.
func (s *Stream) Finish(parts []discover.Slice, files discover.Files) error {
	err := s.wait()
	if err == nil && s.out == nil {
		s.out, err = Create(s.path, s.game)
	}
	if err != nil {
		s.Abort()
		return err
	}
	for n, p := range parts {
		if n < s.added {
			s.out.header.Parts[n].Targets = p.Targets
			continue
		}
		if err := s.out.add(p, files); err != nil {
			s.Abort()
			return err
		}
	}
	return s.out.Finish()
}

// Abort gives the file up. After [Stream.Finish] it does nothing.
func (s *Stream) Abort() {
	_ = s.wait()
	if s.out != nil {
		s.out.Abort()
	}
}
