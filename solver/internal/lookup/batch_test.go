package lookup

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// makeTable writes a table of irregular values.
func makeTable(t testing.TB, kind engine.Kind, size, block uint64) *table.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table")
	h := table.Header{Game: "none", Kind: kind.String(), Positions: size, Slices: []table.Slice{{Name: "all", Size: size}}, Block: block}
	w, err := table.Create(path, h, table.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	rng := rand.New(rand.NewPCG(1, size))
	values := make([]byte, 1<<12)
	for rest := size * uint64(kind.Width()); rest > 0; {
		run := values[:min(rest, uint64(len(values)))]
		for i := range run {
			run[i] = byte(min(rng.Uint32N(256), rng.Uint32N(256), rng.Uint32N(256)) / 8)
		}
		if err := w.Append(run); err != nil {
			t.Fatal(err)
		}
		rest -= uint64(len(run))
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	r, err := table.Open(path, table.ReaderOptions{Access: table.OnFile})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// plusOne returns merits by which a greater value is better.
func plusOne(kind engine.Kind) []uint32 {
	merits := make([]uint32, 1<<(8*kind.Width()))
	for i := range merits {
		merits[i] = uint32(i + 1)
	}
	return merits
}

// TestBatch fills batches until there is no more room, and compares the answers with those of
// lookups one by one.
func TestBatch(t *testing.T) {
	for _, c := range []struct {
		kind        engine.Kind
		size, block uint64
		workers     int
		near        uint64 // indices are below it
	}{
		{engine.Byte, 1 << 20, 64, 2, 1 << 20},
		{engine.Byte, 1<<20 - 5, 1000, 1, 1 << 19},
		{engine.Wide, 300_001, 256, 3, 300_001},
		{engine.Byte, 5_000_000, 4096, 2, 10_000}, // more lookups in a bucket than are sorted at a time
		{engine.Byte, 1, 4096, 1, 1},
	} {
		r := makeTable(t, c.kind, c.size, c.block)
		values := make([]byte, c.size*uint64(c.kind.Width()))
		if err := r.ReadValues(values, 0); err != nil {
			t.Fatal(err)
		}
		b := New(r, plusOne(c.kind), 0, 1<<40, c.workers)
		rng := rand.New(rand.NewPCG(2, c.size))
		for pass := range 2 {
			want := make([]uint32, b.Items())
			var indices [20]uint64
			n := 0
			for {
				item := rng.IntN(b.Items())
				for k := range indices {
					indices[k] = rng.Uint64N(c.near)
				}
				list := indices[:rng.IntN(len(indices)+1)]
				if !b.Writer(rng.IntN(c.workers)).Add(item, list...) {
					// An item that was not added whole may be added in part.
					want[item] = ^uint32(0)
					break
				}
				for _, i := range list {
					v := uint32(values[i*uint64(c.kind.Width())])
					if c.kind == engine.Wide {
						v |= uint32(values[2*i+1]) << 8
					}
					want[item] = max(want[item], v+1)
				}
				n += len(list)
			}
			if records := len(b.records); n < records/2 {
				t.Errorf("%+v, pass %d: room for %d lookups of %d", c, pass, n, records)
			}
			var steps atomic.Int64
			if err := b.Answer(t.Context(), func() { steps.Add(1) }); err != nil {
				t.Fatal(err)
			}
			if steps.Load() != int64(b.Buckets()) {
				t.Errorf("%+v: %d steps of %d", c, steps.Load(), b.Buckets())
			}
			for item, w := range want {
				if got := b.Best(item); got != w && w != ^uint32(0) {
					t.Fatalf("%+v, pass %d: item %d has %d, want %d", c, pass, item, got, w)
				}
			}
			b.Reset(b.Items())
		}
	}
}

// TestBatchMemory checks the memory of batches.
func TestBatchMemory(t *testing.T) {
	r := makeTable(t, engine.Byte, 1<<20, 4096)
	for _, workers := range []int{1, 2, 16} {
		for _, memory := range []uint64{0, 16 << 20, 100 << 20, 512 << 20} {
			b := New(r, plusOne(engine.Byte), memory, 1<<40, workers)
			took := 8*len(b.records) + 2*24*len(b.records)>>chunkBits + 4*len(b.best)
			for i, w := range b.writers {
				reader := b.readers[i]
				took += 48*len(w.open) + 8*len(reader.sorted) + 4*len(reader.ends) + len(reader.values) + 24*len(reader.sorted)>>chunkBits
			}
			limit := max(memory, Least(r, workers))
			if uint64(took) > limit || memory > 64<<20 && uint64(took) < limit/4*3 {
				t.Errorf("%d workers, %d bytes: takes %d", workers, limit, took)
			}
		}
		b := New(r, plusOne(engine.Byte), 1<<40, 1000, workers)
		if n := len(b.records); n > 2<<20 {
			t.Errorf("room for %d lookups where 1000 are expected", n)
		}
	}
}

// TestBatchStops: a cancelled context, or an unreadable table, stops the answers.
func TestBatchStops(t *testing.T) {
	r := makeTable(t, engine.Byte, 1<<16, 4096)
	b := New(r, plusOne(engine.Byte), 0, 1, 1)
	b.Writer(0).Add(0, 1, 2, 3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Answer(ctx, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	r.Close()
	if err := b.Answer(t.Context(), func() {}); !errors.Is(err, kv.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
}

// BenchmarkLookups looks up random indices of a table larger than any cache, one by one and
// gathered.
func BenchmarkLookups(b *testing.B) {
	const size, lookups = 64 << 20, 8 << 20
	r := makeTable(b, engine.Byte, size, table.DefaultBlock)
	rng := rand.New(rand.NewPCG(3, 4))
	b.Run("single", func(b *testing.B) {
		for b.Loop() {
			if _, err := r.Get(rng.Uint64N(size)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("gathered", func(b *testing.B) {
		batch := New(r, plusOne(engine.Byte), 256<<20, lookups, 1)
		var indices [64]uint64
		for b.Loop() {
			for n := range lookups / len(indices) {
				for k := range indices {
					indices[k] = rng.Uint64N(size)
				}
				if !batch.Writer(0).Add(n%batch.Items(), indices[:]...) {
					b.Fatal("there is no room")
				}
			}
			if err := batch.Answer(b.Context(), func() {}); err != nil {
				b.Fatal(err)
			}
			batch.Reset(batch.Items())
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lookups, "ns/look-up")
	})
}
