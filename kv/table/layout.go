package table

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// layout has the parts around the blocks of a table, and the offsets of the parts and the blocks.
type layout struct {
	source
	header  Header
	summary Summary
	width   uint64 // bytes of a value
	block   uint64 // positions of a full block
	blocks  uint64
	dataAt  uint64 // offset of the first block
	dataEnd uint64
	index   blockIndex
}

// readers has the reader of each version. It reads the parts after the prefix, which all versions
// share, and fills in the layout. All versions have the same parts, so they share a reader.
// Their blocks differ: [Header.narrow] reports the difference to decode. Versions 3 and 4 have more kinds,
// version 5 orders, version 6 layers that are left out. A later version adds its
// reader here and leaves the others.
var readers = map[uint32]func(l *layout, start prefix, index uint64) error{
	1: (*layout).read1,
	2: (*layout).read1,
	3: (*layout).read1,
	4: (*layout).read1,
	5: (*layout).read1,
	6: (*layout).read1,
}

// read1 reads a file of version 1.
func (l *layout) read1(start prefix, index uint64) error {
	var tail [trailerSize]byte
	if err := l.readAt(tail[:], l.length-trailerSize); err != nil {
		return err
	}
	end, fault := parseTrailer(tail[:])
	if fault != "" {
		return kv.Corruptf(l.path, "%s", fault)
	}
	if end.length != uint64(l.length) {
		return kv.Corruptf(l.path, "it has %d bytes, want %d", l.length, end.length)
	}
	return l.readParts(start, end, index)
}

// readParts reads header, index and summary. It compares each size in a hostile file with the
// file's length before it adds sizes up.
func (l *layout) readParts(start prefix, end trailer, index uint64) error {
	l.dataAt = prefixSize + uint64(start.headerLen)
	l.dataEnd = end.indexAt
	room := end.length - trailerSize
	if l.dataAt > room || l.dataEnd < l.dataAt || l.dataEnd > room ||
		end.blocks > (room-l.dataEnd)/entrySize || l.dataEnd+end.blocks*entrySize+uint64(end.summaryLen) != room {
		return kv.Corruptf(l.path, "the sizes of its parts do not add up to %d bytes", end.length)
	}
	text, err := l.readPart("header", prefixSize, uint64(start.headerLen), start.headerCRC)
	if err != nil {
		return err
	}
	if err := unmarshalCanonical(text, &l.header); err != nil {
		return kv.Corruptf(l.path, "header: %v", err)
	}
	if l.header.Format != int(start.format) {
		return kv.Corruptf(l.path, "header: format %d, want %d", l.header.Format, start.format)
	}
	if l.width, err = l.header.validate(); err != nil {
		return kv.Corruptf(l.path, "header: %v", err)
	}
	l.block, l.blocks = l.header.Block, l.header.blocks()
	if l.blocks != end.blocks {
		return kv.Corruptf(l.path, "it has %d blocks, want %d", end.blocks, l.blocks)
	}
	if text, err = l.readPart("summary", room-uint64(end.summaryLen), uint64(end.summaryLen), end.summaryCRC); err != nil {
		return err
	}
	if err := unmarshalCanonical(text, &l.summary); err != nil {
		return kv.Corruptf(l.path, "summary: %v", err)
	}
	kind, _ := engine.ParseKind(l.header.Kind) // valid, since the header is
	if err := l.summary.validate(&l.header, kind); err != nil {
		return kv.Corruptf(l.path, "summary: %v", err)
	}
	return l.readIndex(end, index)
}

// blockBytes returns the number of bytes of the values of a block.
func (l *layout) blockBytes(block uint64) uint64 {
	return min(l.block, l.header.Positions-block*l.block) * l.width
}
