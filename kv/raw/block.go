package raw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"
	"io"
	"slices"
	"sync"

	"github.com/ulikunitz/xz/lzma"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// blockReader reads the values of an .xz file. It is safe for concurrent use.
type blockReader struct {
	path        string
	file        io.ReaderAt
	index       blockIndex
	fingerprint string // digest of the index
	cache       *table.Cache
	buffers     sync.Pool // of *[]byte, for blocks as they are stored
}

func openBlocks(path string, file io.ReaderAt, length, cacheBytes int64) (*blockReader, error) {
	r := &blockReader{path: path, file: file}
	r.buffers.New = func() any { return new([]byte) }
	var err error
	if r.index, r.fingerprint, err = readIndex(path, file, length); err != nil || r.index.size == 0 {
		return r, err
	}
	most := uint64(slices.Max(r.index.sizes))
	r.cache = table.NewCache(max(cacheBytes, int64(most)+1<<10), most) // at least one block
	// The first block shows whether the file uses other filters.
	b := r.index.find(0)
	start := make([]byte, min(b.stored, maxBlockHeader))
	if err := kv.ReadAt(path, file, start, b.at); err != nil {
		return nil, err
	}
	if _, err = parseBlockHeader(start); errors.Is(err, errFilters) {
		return nil, engine.InputErrorf("%s is compressed with other filters than LZMA2 alone: make it with xz --block-size=65536 --check=crc32", path)
	} else if err != nil {
		return nil, kv.Corruptf(path, "block %d (index %d and up): %v", b.number, b.first, err)
	}
	return r, nil
}

// read fills dst with the values from first on, all of which must exist.
func (r *blockReader) read(dst []byte, first uint64) error {
	for len(dst) > 0 {
		b := r.index.find(first)
		from := int(first - b.first)
		n := min(len(dst), b.size-from)
		if n == b.size {
			if err := r.load(dst[:n], b); err != nil {
				return err
			}
		} else if !r.cache.Copy(dst[:n], uint64(b.number), uint64(from)) {
			values := make([]byte, b.size)
			if err := r.load(values, b); err != nil {
				return err
			}
			copy(dst[:n], values[from:])
			r.cache.Put(uint64(b.number), values)
		}
		dst = dst[n:]
		first += uint64(n)
	}
	return nil
}

// load reads a block and fills dst, which has the size of its values.
func (r *blockReader) load(dst []byte, b block) error {
	buffer := r.buffers.Get().(*[]byte)
	defer r.buffers.Put(buffer)
	n := int(padded(int64(b.stored)))
	if cap(*buffer) < n {
		*buffer = make([]byte, n)
	}
	stored := (*buffer)[:n] // with its padding
	if err := kv.ReadAt(r.path, r.file, stored, b.at); err != nil {
		return err
	}
	if err := decodeBlock(dst, stored, b.stored, b.check); err != nil {
		return kv.Corruptf(r.path, "block %d (index %d and up): %v", b.number, b.first, err)
	}
	return nil
}

// decodeBlock fills dst with the values of a stored block: header, data, padding and check. It has
// size bytes without the padding.
func decodeBlock(dst, stored []byte, size int, check byte) error {
	header, err := parseBlockHeader(stored)
	if err != nil {
		return err
	}
	length := size - header.size - checkSizes[check]
	if length < 0 {
		return errors.New("it has no room for its data")
	}
	data := stored[header.size : header.size+length]
	padding, sum := stored[header.size+length:len(stored)-checkSizes[check]], stored[len(stored)-checkSizes[check]:]
	if header.stored >= 0 && header.stored != int64(length) || header.plain >= 0 && header.plain != int64(len(dst)) {
		return errors.New("its header and the index of the file name different sizes")
	}
	if len(bytes.Trim(padding, "\x00")) > 0 {
		return errors.New("its padding is not zero")
	}
	if err := decodeLZMA2(dst, data); err != nil {
		return err
	}
	if !bytes.Equal(checkOf(check, dst), sum) {
		return errors.New("it has the wrong checksum")
	}
	return nil
}

// blockHeader is the decoded header of a block.
type blockHeader struct {
	size          int
	stored, plain int64 // bytes of data and of values, or -1 if the header omits them
}

// maxBlockHeader is the greatest size of a block header, in bytes.
const maxBlockHeader = 1024

// errFilters is returned when a block needs unsupported filters.
var errFilters = errors.New("it is compressed with other filters than LZMA2 alone")

// parseBlockHeader reads the header that a block begins with.
func parseBlockHeader(b []byte) (blockHeader, error) {
	h := blockHeader{size: (int(b[0]) + 1) * 4, stored: -1, plain: -1}
	if h.size == 4 || h.size > len(b) {
		return h, errors.New("its header has an impossible size")
	}
	content := b[:h.size-4]
	if crc32.ChecksumIEEE(content) != binary.LittleEndian.Uint32(b[h.size-4:]) {
		return h, errors.New("its header has the wrong checksum")
	}
	flags := content[1]
	rest := bytes.NewReader(content[2:])
	for _, field := range []struct {
		flag byte
		size *int64
	}{{0x40, &h.stored}, {0x80, &h.plain}} {
		if flags&field.flag == 0 {
			continue
		}
		n, err := binary.ReadUvarint(rest)
		if err != nil || n > maxStored {
			return h, errors.New("its header names an impossible size")
		}
		*field.size = int64(n)
	}
	// The filters: LZMA2 has the number 21 (hexadecimal) and one byte of
	// properties, the size of a dictionary that is never larger than a block.
	filter := make([]byte, 3)
	if _, err := io.ReadFull(rest, filter); err != nil || flags&3 != 0 || filter[0] != 0x21 || filter[1] != 1 {
		return h, errFilters
	}
	for rest.Len() > 0 {
		if zero, _ := rest.ReadByte(); zero != 0 {
			return h, errors.New("its header has something behind its end")
		}
	}
	return h, nil
}

// decodeLZMA2 fills dst with the decoded data, which must have exactly the size of dst.
func decodeLZMA2(dst, data []byte) error {
	in := bytes.NewReader(data)
	r, err := lzma.Reader2Config{DictCap: max(len(dst), lzma.MinDictCap)}.NewReader2(in)
	if err != nil {
		return err
	}
	if _, err := io.ReadFull(r, dst); err != nil {
		return fmt.Errorf("its data: %w", err)
	}
	var more [1]byte
	if n, err := r.Read(more[:]); n != 0 || err != io.EOF || !r.EOS() || in.Len() != 0 {
		return errors.New("its data does not end where it should")
	}
	return nil
}

var crc64Table = crc64.MakeTable(crc64.ECMA)

// checkOf returns the check of a block's values.
func checkOf(check byte, values []byte) []byte {
	switch check {
	case checkCRC32:
		return binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(values))
	case checkCRC64:
		return binary.LittleEndian.AppendUint64(nil, crc64.Checksum(values, crc64Table))
	}
	sum := sha256.Sum256(values)
	return sum[:]
}
