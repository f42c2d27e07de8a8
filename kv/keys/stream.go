package keys

import (
	"github.com/foregone-db/foregone/engine/discover"
)

// Stream writes the keys of a game to a file while a discovery finds more. End it by [Stream.Finish] or
// [Stream.Abort]; until then the file has a temporary name. It belongs to one goroutine.
type Stream struct {
	path, game string
	parts      chan discover.Slice // nil: nothing was added
	done       chan struct{}
	out        *Writer
	err        error
	added      int
}

// NewStream returns a stream to a file. The first call of Add or Finish creates the file.
func NewStream(path, game string) *Stream { return &Stream{path: path, game: game} }

// Add adds the next part of the game. All of its keys are in memory, and its targets may still be
// unknown. Add blocks until the part before is written.
func (s *Stream) Add(p discover.Slice) {
	if s.parts == nil {
		s.parts, s.done = make(chan discover.Slice), make(chan struct{})
		go s.write()
	}
	s.added++
	s.parts <- p
}

// write writes the parts that Add sends.
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

// wait blocks until all added parts are written.
func (s *Stream) wait() error {
	if s.parts != nil {
		close(s.parts)
		s.parts = nil
		<-s.done
	}
	return s.err
}

// Finish gets all parts, with their targets. It writes the parts that were not added, and ends the file
// as [Writer.Finish] does. It reads keys that are not in memory from files, which may be nil
// if all are in memory.
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

// Abort removes the file. After [Stream.Finish] it does nothing.
func (s *Stream) Abort() {
	_ = s.wait()
	if s.out != nil {
		s.out.Abort()
	}
}
