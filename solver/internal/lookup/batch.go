// Package lookup looks up many values of a finished table at once, for verification. Solving has no
// part in it: package values has the values behind exits.
//
// A random lookup decodes a block of thousands of values for one of them. A [Batch] gathers
// lookups, sorts them by index, and decodes each block that they need once.
package lookup

import (
	"context"
	"math/bits"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/pages"
)

// Batch gathers lookups ([Writer.Add]), answers them ([Batch.Answer]) and drops them
// ([Batch.Reset]). Each lookup is for an item, a number that the caller chooses. The batch keeps
// the greatest merit of the values that it finds for an item ([Batch.Best]).
//
// A lookup is a record of eight bytes: the item in the high bits, and in the low bits the place
// of the index in its bucket, which is a range of indices. The records of a bucket are in chunks of
// one array, so that the buckets share the memory.
type Batch struct {
	table   *table.Reader
	width   uint64 // bytes of a value
	merits  []uint32
	window  uint // log of the number of indices whose values are decoded together
	bucket  uint // log of the number of indices of a bucket
	records []uint64
	taken   atomic.Int64 // chunks
	best    []uint32     // by item
	writers []*Writer
	readers []*reader
}

const (
	chunkBits   = 7       // log of the number of records of a chunk
	mostBuckets = 1 << 12 // writes to more places are slow
	mostSorted  = 1 << 21 // records that are sorted at a time
	perItem     = 8       // records for each item
)

// Least returns the least number of bytes of a batch.
func Least(t *table.Reader, workers int) uint64 {
	return 4<<20 + uint64(workers)*(1<<20+uint64(t.Kind().Width())<<window(t))
}

// window returns the log of a number of indices, at least those of a block.
func window(t *table.Reader) uint { return uint(bits.Len64(t.Header().Block - 1)) }

// New returns an empty batch. It takes at most memory bytes, or [Least] if that is more, and no
// more than lookups, the expected number, can use. merits are by value, and greater than 0.
func New(t *table.Reader, merits []uint32, memory, lookups uint64, workers int) *Batch {
	least := Least(t, workers)
	memory = max(least, min(memory, least+16*min(lookups, memory)))
	b := &Batch{table: t, width: uint64(t.Kind().Width()), merits: merits, window: window(t)}
	// An eighth of the memory beyond what each worker needs is for sorting.
	rest := memory - (least - 4<<20)
	sorted := min(rest/64/uint64(workers), mostSorted)
	rest -= 8 * sorted * uint64(workers)
	chunks := rest / (8<<chunkBits + 4<<chunkBits/perItem + 2*24) // a chunk's slice is in a list that grows
	size := t.Header().Positions
	// The open chunks of all buckets, on average half empty, are at most a quarter of all chunks.
	buckets := uint64(1)
	for buckets < mostBuckets && 2*buckets*uint64(workers) <= chunks/4 {
		buckets *= 2
	}
	for b.bucket = b.window; size>>b.bucket >= buckets; {
		b.bucket++
	}
	b.records = pages.New[uint64](chunks << chunkBits)
	b.best = pages.New[uint32](min(chunks<<chunkBits/perItem, 1<<(64-b.bucket)))
	for range workers {
		b.writers = append(b.writers, &Writer{Batch: b, open: make([][]uint64, size>>b.bucket+1), full: make([][][]uint64, size>>b.bucket+1)})
		b.readers = append(b.readers, newReader(b, sorted))
	}
	return b
}

// Items returns the exclusive upper bound of items.
func (b *Batch) Items() int { return len(b.best) }

// Writer returns a worker's end of the batch.
func (b *Batch) Writer(worker int) *Writer { return b.writers[worker] }

// Best returns the greatest merit of an item's values, or 0 if it has no lookups.
func (b *Batch) Best(item int) uint32 { return b.best[item] }

// Reset drops all lookups. Only items below items may have any.
func (b *Batch) Reset(items int) {
	clear(b.best[:items])
	for _, w := range b.writers {
		clear(w.open)
		clear(w.full)
	}
	b.taken.Store(0)
}

// Buckets returns the number of steps of [Batch.Answer].
func (b *Batch) Buckets() int { return len(b.writers[0].open) }

// Answer answers all lookups. It calls done after each step, concurrently.
func (b *Batch) Answer(ctx context.Context, done func()) error {
	return pool.Each(ctx, len(b.readers), b.Buckets(), func(ctx context.Context, worker, bucket int) error {
		if err := b.readers[worker].answer(ctx, bucket); err != nil {
			return err
		}
		done()
		return nil
	})
}

// Writer gathers lookups. It belongs to one goroutine.
type Writer struct {
	*Batch
	open [][]uint64   // by bucket: the records of the chunk that is being filled
	full [][][]uint64 // by bucket: full chunks
}

// Add gathers lookups for an item, and reports whether there was room for all of them.
func (w *Writer) Add(item int, indices ...uint64) bool {
	low := uint64(1)<<w.bucket - 1
	high, shift := uint64(item)<<w.bucket, w.bucket
	for _, i := range indices {
		records := &w.open[i>>shift]
		if len(*records) == cap(*records) && !w.extend(i>>shift) {
			return false
		}
		*records = append(*records, high|i&low)
	}
	return true
}

// extend opens another chunk of a bucket, whose present one is full or missing.
func (w *Writer) extend(bucket uint64) bool {
	if w.taken.Load() >= int64(len(w.records)>>chunkBits) {
		return false
	}
	end := w.taken.Add(1) << chunkBits
	if end > int64(len(w.records)) {
		return false
	}
	if w.open[bucket] != nil {
		w.full[bucket] = append(w.full[bucket], w.open[bucket])
	}
	w.open[bucket] = w.records[end-1<<chunkBits : end-1<<chunkBits : end]
	return true
}
