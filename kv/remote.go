package kv

import "io"

// Span is a run of bytes of a file.
type Span struct {
	Offset int64
	Length int // bytes, at least 1
}

// Remote is a file whose bytes arrive over a network. The reader of a format tells it which bytes
// it needs next and which had the right checksum, so that only checked bytes stay in caches. All
// methods are safe for concurrent use.
type Remote interface {
	io.ReaderAt
	// Expect reads spans ahead, in ascending order of their offsets. Spans that overlap or are close
	// together take one request.
	Expect(spans []Span) error
	// Keep stores bytes that were read from an offset, and that had the right checksum.
	Keep(offset int64, b []byte)
	// Drop forgets the bytes of a span, so that the next read asks the host. It is called when
	// they had the wrong checksum.
	Drop(s Span)
}
