package ledger

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Record is a type of record: a set of positions of one chunk.
type Record byte

const (
	// Seeds are positions whose phase was known before the phases ran.
	Seeds Record = 'S'
	// Frontier are positions that the phase decided. A chunk without any has no record.
	Frontier Record = 'F'
	// Rescued are positions that are never lost because of a draw or an exit. The record, which
	// may be empty, marks the chunk as scanned.
	Rescued Record = 'R'
	// Waits are positions that an exit keeps from being lost before the phase.
	Waits Record = 'W'
)

// records are all types.
var records = []Record{Seeds, Frontier, Rescued, Waits}

// String returns seeds, frontier, rescued or waits.
func (r Record) String() string {
	switch r {
	case Seeds:
		return "seeds"
	case Frontier:
		return "frontier"
	case Rescued:
		return "rescued"
	case Waits:
		return "waits"
	}
	return fmt.Sprintf("record %q", byte(r))
}

// Limits of the parts of a [Key].
const (
	maxSlice = 1<<16 - 1
	maxPhase = 1<<16 - 1
	maxChunk = 1<<32 - 1
)

// Key names a record.
type Key struct {
	Record Record
	Slice  int         // number in the manifest's Slices
	Phase  phase.Phase // 0…65535
	Chunk  int         // number in the slice
}

// String returns the key in words.
func (k Key) String() string {
	return fmt.Sprintf("%v of slice %d, phase %d, chunk %d", k.Record, k.Slice, k.Phase, k.Chunk)
}

// Tags are the first bytes of keys; a record's is its type.
const (
	tagManifest = 'M'
	tagNote     = 'N'
	tagPresent  = 'P' // followed by a record's key
)

func noteKey(name string) []byte { return append([]byte{tagNote}, name...) }

const keySize = 9

func (k Key) append(dst []byte) []byte {
	dst = appendPrefix(dst, k.Record, k.Slice, k.Phase)
	return binary.BigEndian.AppendUint32(dst, uint32(k.Chunk))
}

// appendPrefix appends the prefix of the keys of all chunks of a phase.
func appendPrefix(dst []byte, r Record, slice int, p phase.Phase) []byte {
	dst = append(dst, byte(r))
	dst = binary.BigEndian.AppendUint16(dst, uint16(slice))
	return binary.BigEndian.AppendUint16(dst, uint16(p))
}

// parseKey reads a key, which has keySize bytes.
func parseKey(b []byte) Key {
	return Key{
		Record(b[0]), int(binary.BigEndian.Uint16(b[1:])), phase.Phase(binary.BigEndian.Uint16(b[3:])), int(binary.BigEndian.Uint32(b[5:])),
	}
}

// successor returns the least key above all keys that begin with prefix, whose
// first byte is a tag and so not the greatest.
func successor(prefix []byte) []byte {
	next := append([]byte(nil), prefix...)
	for i := len(next) - 1; ; i-- {
		if next[i]++; next[i] != 0 {
			return next[:i+1]
		}
	}
}

// check returns an error if the store cannot have a record of that key.
func (m *manifest) check(k Key) error {
	switch {
	case !slices.Contains(records, k.Record):
		return fmt.Errorf("%v: no such type", k)
	case k.Slice < 0 || k.Slice >= len(m.Slices):
		return fmt.Errorf("%v: there are %d slices", k, len(m.Slices))
	case k.Phase < 0 || k.Phase > maxPhase:
		return fmt.Errorf("%v: want phases 0 to %d", k, maxPhase)
	case k.Chunk < 0 || k.Chunk >= m.chunks(k.Slice):
		return fmt.Errorf("%v: there are %d chunks", k, m.chunks(k.Slice))
	}
	return nil
}
