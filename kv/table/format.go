package table

import (
	"encoding/binary"
	"fmt"

	"github.com/foregone-db/foregone/kv/durable"
)

// The fixed parts of a file; FORMAT.md has the whole.
const (
	magic    = "\x89FGT\r\n\x1a\n"
	endMagic = "\n\x1a\n\rTGF\x89"

	prefixSize  = 24
	entrySize   = 16
	trailerSize = 48
)

var le = binary.LittleEndian

// prefix is the start of a file. It is the same in every version.
type prefix struct {
	format    uint32
	headerLen uint32
	headerCRC uint32
}

func (p prefix) append(dst []byte) []byte {
	start := len(dst)
	dst = append(dst, magic...)
	dst = le.AppendUint32(dst, p.format)
	dst = le.AppendUint32(dst, p.headerLen)
	dst = le.AppendUint32(dst, p.headerCRC)
	return le.AppendUint32(dst, durable.Checksum(dst[start:]))
}

// parsePrefix returns the prefix in b, which has prefixSize bytes, and its fault or "".
func parsePrefix(b []byte) (p prefix, fault string) {
	switch {
	case string(b[:8]) != magic:
		return p, "it is not a table (wrong magic bytes)"
	case durable.Checksum(b[:20]) != le.Uint32(b[20:]):
		if v := le.Uint32(b[8:]); v < 1 || v > Format {
			return p, fmt.Sprintf("it says that its version is %d, and the checksum of these first bytes is wrong; this program reads 1 to %d", v, Format)
		}
		return p, "the first bytes have the wrong checksum"
	}
	return prefix{le.Uint32(b[8:]), le.Uint32(b[12:]), le.Uint32(b[16:])}, ""
}

// trailer is the end of a file.
type trailer struct {
	indexAt    uint64 // offset of the index, where the blocks end
	blocks     uint64
	indexCRC   uint32
	summaryLen uint32
	summaryCRC uint32
	length     uint64 // of the whole file in bytes
}

func (t trailer) append(dst []byte) []byte {
	start := len(dst)
	dst = le.AppendUint64(dst, t.indexAt)
	dst = le.AppendUint64(dst, t.blocks)
	dst = le.AppendUint32(dst, t.indexCRC)
	dst = le.AppendUint32(dst, t.summaryLen)
	dst = le.AppendUint32(dst, t.summaryCRC)
	dst = le.AppendUint64(dst, t.length)
	dst = le.AppendUint32(dst, durable.Checksum(dst[start:]))
	return append(dst, endMagic...)
}

// parseTrailer returns the trailer in b, which has trailerSize bytes, and its fault or "".
func parseTrailer(b []byte) (t trailer, fault string) {
	switch {
	case string(b[40:]) != endMagic:
		return t, "it is cut short (no end mark)"
	case durable.Checksum(b[:36]) != le.Uint32(b[36:]):
		return t, "the trailer has the wrong checksum"
	}
	return trailer{
		le.Uint64(b), le.Uint64(b[8:]), le.Uint32(b[16:]), le.Uint32(b[20:]), le.Uint32(b[24:]), le.Uint64(b[28:]),
	}, ""
}

// entry is a block's place in the index. A block is stored raw exactly when it
// is as long as its values.
type entry struct {
	offset uint64 // in the file
	length uint32 // bytes stored
	crc    uint32 // of the bytes stored
}

func (e entry) append(dst []byte) []byte {
	dst = le.AppendUint64(dst, e.offset)
	dst = le.AppendUint32(dst, e.length)
	return le.AppendUint32(dst, e.crc)
}

func parseEntry(b []byte) entry {
	return entry{le.Uint64(b), le.Uint32(b[8:]), le.Uint32(b[12:])}
}
