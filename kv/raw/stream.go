package raw

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// The fixed parts of the .xz file format 1.1.0 (tukaani.org/xz/xz-file-format.txt).
const (
	streamMagic = "\xfd7zXZ\x00"
	footerMagic = "YZ"
	headerSize  = 12 // of a stream's header, and of its footer
)

// checkSizes has the size in bytes of each supported check, by its number.
var checkSizes = map[byte]int{checkCRC32: 4, checkCRC64: 8, checkSHA256: 32}

// Numbers of checks.
const (
	checkNone   = 0x0
	checkCRC32  = 0x1
	checkCRC64  = 0x4
	checkSHA256 = 0xa
)

// Limits of a block, in bytes. A lookup decodes a whole block.
const (
	maxBlock  = 64 << 20
	maxStored = maxBlock + maxBlock/8
)

// block is the place of a block.
type block struct {
	number int
	at     int64  // its first byte in the file
	stored int    // bytes in the file, without the padding
	first  uint64 // its first value
	size   int    // values
	check  byte
}

// anchor is the place of a block. The places of the following blocks are computed from it.
type anchor struct {
	block int
	at    int64
	first uint64
	check byte
}

// anchorEvery is the greatest number of blocks from one anchor to the next.
const anchorEvery = 64

// blockIndex has the places of the blocks of a file: two numbers for each block, and anchors.
type blockIndex struct {
	stored, sizes []uint32
	anchors       []anchor
	size          uint64 // values
}

// add appends consecutive blocks, the first at offset at.
func (x *blockIndex) add(at int64, check byte, stored, sizes []uint32) {
	base := len(x.stored)
	if base == 0 {
		x.stored, x.sizes = stored, sizes
	} else {
		x.stored, x.sizes = append(x.stored, stored...), append(x.sizes, sizes...)
	}
	for i := range stored {
		if i%anchorEvery == 0 {
			x.anchors = append(x.anchors, anchor{base + i, at, x.size, check})
		}
		at += padded(int64(stored[i]))
		x.size += uint64(sizes[i])
	}
}

// find returns the block that holds value i, which must be below size.
func (x *blockIndex) find(i uint64) block {
	a := x.anchors[sort.Search(len(x.anchors), func(k int) bool { return x.anchors[k].first > i })-1]
	b := block{number: a.block, at: a.at, first: a.first, check: a.check}
	for i-b.first >= uint64(x.sizes[b.number]) {
		b.at += padded(int64(x.stored[b.number]))
		b.first += uint64(x.sizes[b.number])
		b.number++
	}
	b.stored, b.size = int(x.stored[b.number]), int(x.sizes[b.number])
	return b
}

// padded returns n rounded up to a multiple of four.
func padded(n int64) int64 { return (n + 3) &^ 3 }

// stream is a part of a file that is an .xz file of its own.
type stream struct {
	blocksAt      int64
	check         byte
	stored, sizes []uint32
}

// readIndex reads the indices of all streams of an .xz file, from its end to its start, and returns
// them with their digest. Its memory is bounded by the size of the file.
func readIndex(path string, file io.ReaderAt, length int64) (x blockIndex, fingerprint string, err error) {
	digest := sha256.New()
	var streams []stream
	for end := length; end > 0; {
		if end, err = skipPadding(path, file, end); err != nil {
			return x, "", err
		}
		if end == 0 {
			return x, "", kv.Corruptf(path, "it begins with padding")
		}
		s, start, identity, err := readStream(path, file, end)
		if err != nil {
			return x, "", err
		}
		digest.Write(identity)
		if len(s.stored) > 0 {
			streams = append(streams, s)
		}
		end = start
	}
	slices.Reverse(streams)
	for _, s := range streams {
		x.add(s.blocksAt, s.check, s.stored, s.sizes)
	}
	return x, hex.EncodeToString(digest.Sum(nil)), nil
}

// skipPadding returns the end of the last stream before end. Zeros in groups of four may follow the
// stream.
func skipPadding(path string, file io.ReaderAt, end int64) (int64, error) {
	if end%4 != 0 {
		return 0, kv.Corruptf(path, "it is cut short, or has something behind its end (%d bytes are not a multiple of 4)", end)
	}
	var buffer [4096]byte
	for end > 0 {
		piece := buffer[:min(end, int64(len(buffer)))]
		if err := kv.ReadAt(path, file, piece, end-int64(len(piece))); err != nil {
			return 0, err
		}
		for n := len(piece); n > 0; n -= 4 {
			if binary.LittleEndian.Uint32(piece[n-4:]) != 0 {
				return end, nil
			}
			end -= 4
		}
	}
	return 0, nil
}

// readStream reads the index of the stream that ends at end. It returns the stream, its start, and
// bytes that identify it.
func readStream(path string, file io.ReaderAt, end int64) (s stream, start int64, identity []byte, err error) {
	fail := func(format string, args ...any) (stream, int64, []byte, error) {
		return s, 0, nil, kv.Corruptf(path, format, args...)
	}
	if end < 2*headerSize+8 {
		return fail("it is cut short (no room for a stream before byte %d)", end)
	}
	footer := make([]byte, headerSize)
	if err := kv.ReadAt(path, file, footer, end-headerSize); err != nil {
		return s, 0, nil, err
	}
	if string(footer[10:]) != footerMagic {
		return fail("it is cut short, or has something behind its end (no end mark at byte %d)", end-2)
	}
	if crc32.ChecksumIEEE(footer[4:10]) != binary.LittleEndian.Uint32(footer) {
		return fail("the end of a stream at byte %d has the wrong checksum", end)
	}
	indexSize := (int64(binary.LittleEndian.Uint32(footer[4:])) + 1) * 4
	indexAt := end - headerSize - indexSize
	if indexAt < headerSize {
		return fail("the index of the stream that ends at byte %d is larger than what is there", end)
	}
	if err := s.readIndex(path, io.NewSectionReader(file, indexAt, indexSize)); err != nil {
		return s, 0, nil, err
	}
	start = indexAt - headerSize
	for _, n := range s.stored {
		if start -= padded(int64(n)); start < 0 {
			return fail("the blocks of the stream that ends at byte %d are larger than what is there", end)
		}
	}
	header := make([]byte, headerSize)
	if err := kv.ReadAt(path, file, header, start); err != nil {
		return s, 0, nil, err
	}
	flags := header[6:8]
	if string(header[:6]) != streamMagic || crc32.ChecksumIEEE(flags) != binary.LittleEndian.Uint32(header[8:]) || !bytes.Equal(flags, footer[8:10]) {
		return fail("there is no start of a stream at byte %d, where one is due", start)
	}
	if s.check = flags[1]; flags[0] != 0 || flags[1] > 0xf {
		return fail("the stream at byte %d has flags that are not known", start)
	}
	if checkSizes[s.check] == 0 && len(s.stored) > 0 {
		if s.check == checkNone {
			return s, 0, nil, engine.InputErrorf("%s has no checks, so that damage would go unnoticed: make it with xz --block-size=65536 --check=crc32", path)
		}
		return s, 0, nil, engine.InputErrorf("%s has checks of type %d, which is not known: make it with xz --block-size=65536 --check=crc32", path, s.check)
	}
	s.blocksAt = start + headerSize
	// The last four bytes of the index are its checksum.
	identity = make([]byte, 4, 24)
	if err := kv.ReadAt(path, file, identity, indexAt+indexSize-4); err != nil {
		return s, 0, nil, err
	}
	identity = binary.LittleEndian.AppendUint64(identity, uint64(start))
	return s, start, binary.LittleEndian.AppendUint64(identity, uint64(indexSize)), nil
}

// readIndex reads the sizes of the stream's blocks.
func (s *stream) readIndex(path string, section *io.SectionReader) error {
	crc := crc32.NewIEEE()
	r := &indexReader{Reader: bufio.NewReaderSize(io.TeeReader(io.LimitReader(section, section.Size()-4), crc), 64<<10)}
	if err := s.parseIndex(path, r, uint64(section.Size())); engine.IsInput(err) {
		return err
	} else if err != nil {
		return kv.Corruptf(path, "its index: %v", err)
	}
	var want [4]byte
	if err := kv.ReadAt(path, section, want[:], section.Size()-4); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(want[:]) != crc.Sum32() {
		return kv.Corruptf(path, "its index has the wrong checksum")
	}
	return nil
}

func (s *stream) parseIndex(path string, r *indexReader, room uint64) error {
	if indicator, err := r.ReadByte(); err != nil || indicator != 0 {
		return errors.New("it does not begin as an index does")
	}
	records, err := binary.ReadUvarint(r)
	if err != nil {
		return fmt.Errorf("its number of blocks: %w", err)
	}
	if records > room/2 {
		return fmt.Errorf("%d blocks do not fit into it", records)
	}
	s.stored, s.sizes = make([]uint32, records), make([]uint32, records)
	for i := range records {
		stored, err := binary.ReadUvarint(r)
		var size uint64
		if err == nil {
			size, err = binary.ReadUvarint(r)
		}
		if err != nil {
			return fmt.Errorf("the sizes of block %d: %w", i, err)
		}
		if stored < 5 {
			return fmt.Errorf("block %d of a stream has %d bytes", i, stored)
		}
		if size > maxBlock || stored > maxStored {
			return engine.InputErrorf("%s has a block of %d values, too large for lookups: make it with xz --block-size=65536 --check=crc32", path, size)
		}
		s.stored[i], s.sizes[i] = uint32(stored), uint32(size)
	}
	for r.read%4 != 0 {
		if zero, err := r.ReadByte(); err != nil || zero != 0 {
			return errors.New("its padding is not zero")
		}
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return errors.New("it has something behind its last block")
	}
	return nil
}

// indexReader counts the bytes it reads.
type indexReader struct {
	*bufio.Reader
	read uint64
}

func (r *indexReader) ReadByte() (byte, error) {
	b, err := r.Reader.ReadByte()
	if err == nil {
		r.read++
	}
	return b, err
}
