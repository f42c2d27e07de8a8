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
	data   []byte    // the whole file if it is mapped, else nil
	remote kv.Remote // file, if its bytes arrive over a network, else nil
}

// readPart reads and checks a part of n bytes, which lies within the file.
func (s *source) readPart(name string, offset, n uint64, crc uint32) ([]byte, error) {
	if n > math.MaxInt {
		return nil, fmt.Errorf("read %s: its %s does not fit in memory", s.path, name)
	}
	part := make([]byte, n)
	err := s.checked(part, offset, func() error {
		if durable.Checksum(part) != crc {
			return kv.Corruptf(s.path, "the %s has the wrong checksum", name)
		}
		return nil
	})
	return part, err
}

// readings is the number of times that bytes of a remote file are read until they pass their check.
const readings = 3

// checked fills dst and checks it. Bytes of a remote file that fail the check are read again,
// because a cache or a line may have damaged them.
func (s *source) checked(dst []byte, offset uint64, check func() error) error {
	for n := 1; ; n++ {
		if err := s.fetch(dst, offset); err != nil {
			return err
		}
		err := check()
		switch {
		case s.remote == nil:
			return err
		case err == nil:
			s.remote.Keep(int64(offset), dst)
			return nil
		case n == readings:
			return err
		}
		s.remote.Drop(kv.Span{Offset: int64(offset), Length: len(dst)})
	}
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
