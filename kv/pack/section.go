package pack

import (
	"io"

	"github.com/foregone-db/foregone/kv"
)

// section returns n bytes of a file from offset at on. It is a [kv.Remote] if the file is one.
func section(file io.ReaderAt, at, n int64) io.ReaderAt {
	s := io.NewSectionReader(file, at, n)
	if r, ok := file.(kv.Remote); ok {
		return &remoteSection{s, r, at}
	}
	return s
}

// remoteSection is a part of a remote file.
type remoteSection struct {
	*io.SectionReader
	remote kv.Remote
	at     int64
}

func (s *remoteSection) Expect(spans []kv.Span) error {
	moved := make([]kv.Span, len(spans))
	for i, p := range spans {
		moved[i] = kv.Span{Offset: p.Offset + s.at, Length: p.Length}
	}
	return s.remote.Expect(moved)
}

func (s *remoteSection) Keep(offset int64, b []byte) { s.remote.Keep(offset+s.at, b) }

func (s *remoteSection) Drop(p kv.Span) {
	s.remote.Drop(kv.Span{Offset: p.Offset + s.at, Length: p.Length})
}
