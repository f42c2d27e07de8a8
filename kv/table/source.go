package table

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"unsafe"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// source is the bytes of a table.
type source struct {
	path   string
	length int64 // of the file
	file   io.ReaderAt
	data   []byte // the whole file if it is mapped, else nil
}

// readPart reads and checks a part of n bytes, which lies within the file.
func (s *source) readPart(name string, offset, n uint64, crc uint32) ([]byte, error) {
	if n > math.MaxInt {
		return nil, fmt.Errorf("read %s: its %s does not fit in memory", s.path, name)
	}
	part := make([]byte, n)
	if err := s.readAt(part, int64(offset)); err != nil {
		return nil, err
	}
	if durable.Checksum(part) != crc {
		return nil, kv.Corruptf(s.path, "the %s has the wrong checksum", name)
	}
	return part, nil
}

// fetch copies bytes of the blocks.
func (s *source) fetch(dst []byte, offset uint64) (err error) {
	if s.data == nil {
		return s.readAt(dst, int64(offset))
	}
	defer s.catch(debug.SetPanicOnFault(true), &err)
	copy(dst, s.data[offset:])
	return nil
}

// readAt fills dst from the file.
func (s *source) readAt(dst []byte, offset int64) error {
	return kv.ReadAt(s.path, s.file, dst, offset)
}

// catch must be deferred. It restores the goroutine's handling of faults, and turns a fault in the
// mapping (an I/O error, a file cut short) into an error.
func (s *source) catch(before bool, err *error) {
	debug.SetPanicOnFault(before)
	p := recover()
	if p == nil {
		return
	}
	fault, ok := p.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !ok || fault.Addr()-uintptr(unsafe.Pointer(&s.data[0])) >= uintptr(len(s.data)) {
		panic(p)
	}
	*err = kv.Corruptf(s.path, "byte %d cannot be read: an input/output error, or the file was cut short while in use", fault.Addr()-uintptr(unsafe.Pointer(&s.data[0])))
}
