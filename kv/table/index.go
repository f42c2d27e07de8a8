package table

import (
	"context"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// DefaultIndex is the size, in bytes, of the largest block index that Open reads. Lookups read the
// entries of a larger one.
const DefaultIndex = 16 << 20

// DefaultRemoteIndex is the size, in bytes, of the largest block index of a remote file that OpenAt reads.
const DefaultRemoteIndex = 256 << 10

const (
	groupEntries  = 4096 // entries that are read at a time
	remoteEntries = 256  // the same, of a remote file
	groupCache    = 8 << 20
)

// blockIndex has the places of the blocks of a table. Open reads a small index and checks that the
// blocks follow each other without gaps. Lookups read a large index in groups of entries. The first
// read of a group checks that its blocks follow each other, and the blocks of the adjacent entries,
// without gaps. Together with the checksum of each block this detects damaged and misplaced
// entries.
type blockIndex struct {
	whole  []byte // nil: in groups
	at     uint64 // offset in the file
	crc    uint32
	group  uint64   // entries that are read at a time
	proved []uint64 // a bit for each group
	groups *Cache   // of a file that is neither mapped nor in memory, else nil
}

// readIndex reads the index, unless it has more than most bytes.
func (l *layout) readIndex(end trailer, most uint64) (err error) {
	l.index.at, l.index.crc = end.indexAt, end.indexCRC
	if n := end.blocks * entrySize; n <= most {
		if l.index.whole, err = l.readPart("block index", end.indexAt, n, end.indexCRC); err != nil {
			return err
		}
		return l.checkGroup(l.index.whole, 0, l.blocks)
	}
	return nil
}

// prepareIndex makes the cache and the bits for lookups in an index on file.
func (l *layout) prepareIndex() {
	l.index.group = groupEntries
	if l.remote != nil {
		l.index.group = remoteEntries
	}
	l.index.proved = make([]uint64, (l.blocks/l.index.group+64)/64)
	if l.data == nil {
		l.index.groups = NewCache(groupCache, l.index.group*entrySize)
	}
}

// entry returns the entry of a block. The stored block lies within the range of the blocks, and is
// no longer than its values.
func (l *layout) entry(block uint64) (entry, error) {
	if l.index.whole != nil {
		return parseEntry(l.index.whole[block*entrySize:]), nil
	}
	return l.distantEntry(block)
}

// distantEntry is entry for an index on file.
func (l *layout) distantEntry(block uint64) (entry, error) {
	x := &l.index
	var b [entrySize]byte
	group := block / x.group
	known := x.groups.Copy(b[:], group, block%x.group*entrySize)
	if !known && l.remote == nil && hasBit(x.proved, group) {
		known = true
		if err := l.fetch(b[:], x.at+block*entrySize); err != nil {
			return entry{}, err
		}
	}
	if !known {
		first := group * x.group
		entries, err := l.readGroup(first, min(first+x.group, l.blocks))
		if err != nil {
			return entry{}, err
		}
		copy(b[:], entries[(block-first)*entrySize:])
		setBit(x.proved, group)
		x.groups.Put(group, entries)
	}
	// The file may have changed since the entries were checked.
	e := parseEntry(b[:])
	if !l.possible(e, block) || e.offset < l.dataAt || e.offset > l.dataEnd || uint64(e.length) > l.dataEnd-e.offset {
		return entry{}, l.badEntry(block)
	}
	return e, nil
}

// readGroup reads and checks the entries from ≤ block < to.
func (l *layout) readGroup(from, to uint64) ([]byte, error) {
	first, last := l.around(from, to)
	entries := make([]byte, (last-first)*entrySize)
	err := l.checked(entries, l.index.at+first*entrySize, func() error { return l.checkGroup(entries, first, last) })
	if err != nil {
		return nil, err
	}
	return entries[(from-first)*entrySize : (to-first)*entrySize], nil
}

// around returns the range of a group with the adjacent entries, which prove that it is in its place.
func (l *layout) around(from, to uint64) (first, last uint64) {
	return from - min(from, 1), min(to+1, l.blocks)
}

// checkGroup checks that the blocks from ≤ block < to follow each other without gaps, and that the
// first and the last block of the table are at the ends of the range of the blocks.
func (l *layout) checkGroup(entries []byte, from, to uint64) error {
	next := l.dataAt
	for b := from; b < to; b++ {
		e := parseEntry(entries[(b-from)*entrySize:])
		if b == from && b > 0 {
			next = e.offset
		}
		if e.offset != next || !l.possible(e, b) || uint64(e.length) > l.dataEnd-min(e.offset, l.dataEnd) {
			return l.badEntry(b)
		}
		next += uint64(e.length)
	}
	if to == l.blocks && next != l.dataEnd {
		return kv.Corruptf(l.path, "the index leaves out bytes before itself")
	}
	return nil
}

// possible reports whether the length in an entry is possible for the block.
func (l *layout) possible(e entry, block uint64) bool {
	full := l.blockBytes(block)
	if l.header.leftOut(block) {
		return e.length == 0
	}
	return e.length > 0 && uint64(e.length) <= full && (l.header.Compression != None || uint64(e.length) == full)
}

func (l *layout) badEntry(block uint64) error {
	return kv.Corruptf(l.path, "block %d has an impossible place in the index", block)
}

// checkDistant checks a whole index on file.
func (l *layout) checkDistant(ctx context.Context) error {
	if l.index.whole != nil {
		return nil
	}
	sum := uint32(0)
	for first := uint64(0); first < l.blocks; first += l.index.group {
		if err := ctx.Err(); err != nil {
			return err
		}
		entries, err := l.readGroup(first, min(first+l.index.group, l.blocks))
		if err != nil {
			return err
		}
		sum = durable.Update(sum, entries)
	}
	if sum != l.index.crc {
		return kv.Corruptf(l.path, "the %s has the wrong checksum", "block index")
	}
	return nil
}
