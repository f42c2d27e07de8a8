package lookup

import (
	"context"
	"encoding/binary"
	"sync/atomic"
)

// reader answers the lookups of one bucket at a time. It belongs to one goroutine.
type reader struct {
	*Batch
	chunks [][]uint64 // of the bucket
	sorted []uint64   // their records by window
	ends   []uint32   // by window: where its records end in sorted
	values []byte     // of a window
}

func newReader(b *Batch, sorted uint64) *reader {
	return &reader{
		Batch:  b,
		sorted: make([]uint64, sorted),
		ends:   make([]uint32, 1<<(b.bucket-b.window)),
		values: make([]byte, b.width<<b.window),
	}
}

// answer answers the lookups of a bucket, as many at a time as it can sort.
func (r *reader) answer(ctx context.Context, bucket int) error {
	n := 0
	r.chunks = r.chunks[:0]
	for _, w := range r.writers {
		for _, records := range append(w.full[bucket], w.open[bucket]) {
			if n+len(records) > len(r.sorted) {
				if err := r.flush(ctx, bucket); err != nil {
					return err
				}
				n = 0
			}
			r.chunks = append(r.chunks, records)
			n += len(records)
		}
	}
	return r.flush(ctx, bucket)
}

// flush answers the lookups of the chunks gathered.
func (r *reader) flush(ctx context.Context, bucket int) error {
	if len(r.chunks) == 0 {
		return nil
	}
	r.sort()
	first, start := uint64(bucket)<<r.bucket, uint32(0)
	for n, end := range r.ends {
		if start < end {
			if n&63 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.look(first+uint64(n)<<r.window, r.sorted[start:end]); err != nil {
				return err
			}
			start = end
		}
	}
	r.chunks = r.chunks[:0]
	return ctx.Err()
}

// sort sorts the records of the chunks by window.
func (r *reader) sort() {
	low, shift := uint64(1)<<r.bucket-1, r.window
	clear(r.ends)
	ends := r.ends
	for _, chunk := range r.chunks {
		for _, record := range chunk {
			ends[record&low>>shift]++
		}
	}
	start := uint32(0)
	for n, count := range ends {
		ends[n] = start
		start += count
	}
	sorted := r.sorted
	for _, chunk := range r.chunks {
		for _, record := range chunk {
			at := &ends[record&low>>shift]
			sorted[*at] = record
			*at++
		}
	}
}

// look answers the lookups of one window, which begins at index first.
func (r *reader) look(first uint64, records []uint64) error {
	low, shift, merits := uint64(1)<<r.window-1, r.bucket, r.merits
	values := r.values[:r.width*min(1<<r.window, r.table.Header().Positions-first)]
	if last := first + uint64(len(values))/r.width - 1; len(records) < len(values)/8 && (r.table.Derives(first) || r.table.Derives(last)) {
		for _, record := range records { // a value at a time: most of these are not wanted, and each takes many lookups
			v, err := r.table.Get(first + record&low)
			if err != nil {
				return err
			}
			r.raise(record>>shift, merits[v])
		}
		return nil
	}
	if err := r.table.ReadValues(values, first); err != nil {
		return err
	}
	if r.width == 2 {
		for _, record := range records {
			r.raise(record>>shift, merits[binary.LittleEndian.Uint16(values[2*(record&low):])])
		}
		return nil
	}
	for _, record := range records {
		r.raise(record>>shift, merits[values[record&low]])
	}
	return nil
}

// raise makes the best merit of an item at least merit. Few lookups change it.
func (r *reader) raise(item uint64, merit uint32) {
	best := &r.best[item]
	for {
		now := atomic.LoadUint32(best)
		if merit <= now || atomic.CompareAndSwapUint32(best, now, merit) {
			return
		}
	}
}
