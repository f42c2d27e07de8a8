// Package ledger owns what a solve knows for certain: which tasks and steps are done, the
// records of what they found, and notes.
//
// A [Ledger] is an interface, of which [Store] is the implementation by package store.
// Whatever is to be remembered goes in as a [Change], a value, in one piece. Records are
// united with those that stand, and notes are replaced: a change that is made twice is
// made once. Who wants to know how much was found counts records; nothing is added up.
package ledger

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// Record is a type of record: a set of positions of one chunk.
type Record = store.Record

// The types of records, as package store describes them.
const (
	Seeds    = store.Seeds
	Frontier = store.Frontier
	Rescued  = store.Rescued
	Waits    = store.Waits
)

// Key names a record.
type Key struct {
	Record Record
	Slice  int
	Phase  phase.Phase
	Chunk  int
}

// Ledger is what a solve remembers. It is safe for concurrent use.
type Ledger interface {
	// Get returns the record of a key, which the caller owns, or nil where there is none.
	Get(k Key) (*roaring.Bitmap, error)
	// Count returns how many positions the record of a key has, or false where there is
	// none. It does not read the record.
	Count(k Key) (n uint64, ok bool, err error)
	// Each calls f with every record of a phase, ascending by chunk, and stops at the
	// first error, which it returns. The bitmap is f's.
	Each(r Record, slice int, p phase.Phase, f func(chunk int, b *roaring.Bitmap) error) error
	// EachKey calls f for every record of a slice, ascending by phase, then chunk, and
	// stops at the first error, which it returns. It does not read the records.
	EachKey(r Record, slice int, f func(p phase.Phase, chunk int) error) error
	// Note reads the note of that name into v, or returns false where there is none.
	Note(name string, v any) (bool, error)
	// Commit makes a change, whole or not at all, and says how many positions the records
	// of its Unite have from then on. What was committed survives the process, and within
	// a second or so the machine; at once where the change says so.
	Commit(c Change) (counts []uint64, err error)
}

// Change is something to remember.
type Change struct {
	Unite  []Set          // records to unite with what stands; empty ones leave a record, too
	Remove []Key          // records that are used up
	Notes  map[string]any // notes to set, as JSON
	Sync   bool           // wait for the disk
}

// Set is a set of the positions of a record's chunk. Commit may change how the bitmap
// holds its bits, and adds those that stand.
type Set struct {
	Key  Key
	Bits *roaring.Bitmap
}

// EachOffset calls f for the members of a bitmap.
func EachOffset(b *roaring.Bitmap, f func(offset uint32)) {
	EachRun(b, func(offsets []uint32) {
		for _, o := range offsets {
			f(o)
		}
	})
}

// EachRun calls f for the members of a bitmap, some at a time. They are valid during
// the call.
func EachRun(b *roaring.Bitmap, f func(offsets []uint32)) {
	var buffer [1024]uint32
	for it := b.ManyIterator(); ; {
		n := it.NextMany(buffer[:])
		if n == 0 {
			return
		}
		f(buffer[:n])
	}
}
