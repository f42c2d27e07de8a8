package table

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

const benchPositions = 16 << 20

// BenchmarkGet looks up random indices. Nearly every one is in another block than those before it,
// so lookups miss the cache unless it holds the whole table.
func BenchmarkGet(b *testing.B) {
	values := benchValues(b)
	positions := uint64(len(values))
	for _, compression := range []string{Zstd, None} {
		path, _ := build(b, header(positions, compression, DefaultBlock), values, WriterOptions{})
		for _, c := range []struct {
			name string
			o    ReaderOptions
		}{
			{"mapped", ReaderOptions{}},
			{"mapped-cache-32MiB", ReaderOptions{Cache: 32 << 20}},
			{"mapped-no-cache", ReaderOptions{Cache: -1}},
			{"file", ReaderOptions{Access: OnFile}},
		} {
			r, err := Open(path, c.o)
			if err != nil {
				b.Fatal(err)
			}
			// Touch every block once.
			for i := uint64(0); i < positions; i += DefaultBlock {
				if _, err := r.Get(i); err != nil {
					b.Fatal(err)
				}
			}
			b.Run(compression+"/"+c.name, func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := r.Get(rng.Uint64N(positions)); err != nil {
						b.Fatal(err)
					}
				}
			})
			if c.name == "mapped" {
				b.Run(compression+"/"+c.name+"/parallel", func(b *testing.B) {
					b.RunParallel(func(pb *testing.PB) {
						rng := rand.New(rand.NewPCG(1, rand.Uint64()))
						for pb.Next() {
							if _, err := r.Get(rng.Uint64N(positions)); err != nil {
								b.Fatal(err)
							}
						}
					})
				})
			}
			r.Close()
		}
	}
}

// BenchmarkGetFrom looks up random indices in the table that FOREGONE_BENCH_TABLE names, after
// loading all of it into the page cache.
func BenchmarkGetFrom(b *testing.B) {
	path := os.Getenv(benchTable)
	if path == "" {
		b.Skip(benchTable + " is not set")
	}
	for _, c := range []struct {
		name string
		o    ReaderOptions
	}{
		{"mapped", ReaderOptions{}},
		{"mapped-no-cache", ReaderOptions{Cache: -1}},
		{"file", ReaderOptions{Access: OnFile}},
	} {
		r, err := Open(path, c.o)
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Check(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		positions := r.Header().Positions
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				if _, err := r.Get(rng.Uint64N(positions)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "look-ups/s")
		})
		r.Close()
	}
}

func BenchmarkReadValues(b *testing.B) {
	values := sample(benchPositions, 11)
	for _, compression := range []string{Zstd, None} {
		path, _ := build(b, header(benchPositions, compression, DefaultBlock), values, WriterOptions{})
		r, err := Open(path, ReaderOptions{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(compression, func(b *testing.B) {
			dst := make([]byte, 1<<20)
			b.SetBytes(int64(len(dst)))
			i := uint64(0)
			for b.Loop() {
				if err := r.ReadValues(dst, i); err != nil {
					b.Fatal(err)
				}
				i = (i + uint64(len(dst))) % benchPositions
			}
		})
		b.Run(compression+"/check", func(b *testing.B) {
			b.SetBytes(benchPositions)
			for b.Loop() {
				if err := r.Check(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		r.Close()
	}
}

func BenchmarkWrite(b *testing.B) {
	values := sample(benchPositions, 11)
	for _, compression := range []string{Zstd, None} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", compression, workers), func(b *testing.B) {
				b.SetBytes(benchPositions)
				for b.Loop() {
					w, err := Create(filepath.Join(b.TempDir(), "t"), header(benchPositions, compression, DefaultBlock), WriterOptions{Workers: workers})
					if err != nil {
						b.Fatal(err)
					}
					if err := w.Append(values); err != nil {
						b.Fatal(err)
					}
					if _, err := w.Finish(); err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(w.offset)/benchPositions, "bytes/position")
				}
			})
		}
	}
}
