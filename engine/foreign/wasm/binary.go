package wasm

import (
	"encoding/binary"
	"errors"
)

// errShort reports a truncated module.
var errShort = errors.New("the module ends too early")

// Section numbers of a module.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	tableSection    = 4
	memorySection   = 5
	globalSection   = 6
	exportSection   = 7
	startSection    = 8
	elementSection  = 9
	codeSection     = 10
)

// decoder reads a module or a part of it. After an error every read returns zero.
type decoder struct {
	data []byte
	at   int
	err  error
}

func (r *decoder) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.at = len(r.data)
}

func (r *decoder) done() bool { return r.at >= len(r.data) }

func (r *decoder) byte() byte {
	if r.at >= len(r.data) {
		r.fail(errShort)
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *decoder) take(n uint32) []byte {
	if uint64(n) > uint64(len(r.data)-r.at) {
		r.fail(errShort)
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// unsigned reads a LEB128 number of at most 32 bits.
func (r *decoder) unsigned() uint32 {
	n, size := binary.Uvarint(r.data[r.at:])
	if size <= 0 || size > 5 || n >= 1<<32 {
		r.fail(errShort)
		return 0
	}
	r.at += size
	return uint32(n)
}

func (r *decoder) skipSigned() {
	for n := 0; r.byte()&0x80 != 0; n++ {
		if n == 10 {
			r.fail(errors.New("a number has more than 64 bits"))
		}
	}
}

func (r *decoder) name() string { return string(r.take(r.unsigned())) }

// limits returns the least size of a table and skips the greatest, which is optional.
func (r *decoder) limits() (least uint32) {
	flags := r.byte()
	least = r.unsigned()
	if flags&1 != 0 {
		r.unsigned()
	}
	if flags > 1 {
		r.fail(errors.New("it has a shared or a 64-bit memory"))
	}
	return least
}

func appendSection(dst []byte, id byte, content []byte) []byte {
	dst = append(dst, id)
	dst = binary.AppendUvarint(dst, uint64(len(content)))
	return append(dst, content...)
}

// appendSigned appends in LEB128. Package binary has only the zigzag encoding of signed numbers.
func appendSigned(dst []byte, n int64) []byte {
	for {
		low := byte(n & 0x7f)
		n >>= 7
		if n == 0 && low&0x40 == 0 || n == -1 && low&0x40 != 0 {
			return append(dst, low)
		}
		dst = append(dst, low|0x80)
	}
}
