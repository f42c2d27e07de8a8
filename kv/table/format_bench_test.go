package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/kv/durable"
)

// candidate is a way to store a block.
type candidate struct {
	name   string
	encode func(values []byte) []byte
	// get returns the value at an offset of a stored block; scratch has room for one.
	get func(stored, scratch []byte, at, n int) byte
}

// benchTable is the environment variable that names the table for the benchmarks of lookups.
const benchTable = "FOREGONE_BENCH_TABLE"

func benchValues(b *testing.B) []byte {
	path := os.Getenv(benchTable)
	if path == "" {
		return sample(benchPositions, 11)
	}
	r, err := Open(path, ReaderOptions{})
	if err != nil {
		b.Fatal(err)
	}
	values := make([]byte, r.header.Positions*r.width)
	if err := errors.Join(r.ReadValues(values, 0), r.Close()); err != nil {
		b.Fatal(err)
	}
	return values
}

// BenchmarkFormats compares ways to store blocks: bytes per position, and the time of a random
// lookup, checksum included, whose stored block is in memory but in no cache.
// kv/decisions/tables.md has the results.
func BenchmarkFormats(b *testing.B) {
	values := benchValues(b)
	for _, c := range candidates(b) {
		for _, size := range []int{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18} {
			if c.name == "huff0" && size > huff0.BlockSizeMax {
				continue
			}
			var data []byte
			var ends, crcs []int
			for block := range slices.Chunk(values, size) {
				stored := c.encode(block)
				data, crcs = append(data, stored...), append(crcs, int(durable.Checksum(stored)))
				ends = append(ends, len(data))
			}
			b.Run(fmt.Sprintf("%s/%dKiB", c.name, size>>10), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				scratch := make([]byte, 0, size)
				for b.Loop() {
					i := rng.IntN(len(values))
					block, start := i/size, 0
					if block > 0 {
						start = ends[block-1]
					}
					stored := data[start:ends[block]]
					if int(durable.Checksum(stored)) != crcs[block] {
						b.Fatal("checksum")
					}
					if v := c.get(stored, scratch, i%size, min(size, len(values)-block*size)); v != values[i] {
						b.Fatalf("value %d of %d is %d, want %d", i, len(values), v, values[i])
					}
				}
				b.ReportMetric(float64(len(data)+entrySize*len(ends))/float64(len(values)), "bytes/position")
			})
		}
	}
}

func candidates(b *testing.B) []candidate {
	list := []candidate{
		{"none", slices.Clone[[]byte], func(stored, _ []byte, at, _ int) byte { return stored[at] }},
		{"packed", pack, unpack},
		whole("s2", func(v []byte) []byte { return s2.Encode(nil, v) }, s2.Decode),
		whole("s2-better", func(v []byte) []byte { return s2.EncodeBetter(nil, v) }, s2.Decode),
		huffman(),
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(decoder.Close)
	for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedDefault, zstd.SpeedBetterCompression, zstd.SpeedBestCompression} {
		encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithAllLitEntropyCompression(true))
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, whole("zstd-"+level.String(), func(v []byte) []byte { return encoder.EncodeAll(v, nil) },
			func(dst, stored []byte) ([]byte, error) { return decoder.DecodeAll(stored, dst[:0]) }))
	}
	return list
}

// whole is a candidate that decodes the whole block, unless the block did not get smaller.
func whole(name string, encode func(values []byte) []byte, decode func(dst, stored []byte) ([]byte, error)) candidate {
	return candidate{name, func(values []byte) []byte {
		if stored := encode(values); len(stored) < len(values) {
			return stored
		}
		return slices.Clone(values)
	}, func(stored, scratch []byte, at, n int) byte {
		if len(stored) == n {
			return stored[at]
		}
		values, err := decode(scratch[:n:n], stored)
		if err != nil {
			panic(err)
		}
		return values[at]
	}}
}

// huffman codes single values; a block of one value is that value.
func huffman() candidate {
	w, r := &huff0.Scratch{Reuse: huff0.ReusePolicyNone}, &huff0.Scratch{}
	return whole("huff0", func(values []byte) []byte {
		out, _, err := huff0.Compress4X(values, w)
		switch {
		case errors.Is(err, huff0.ErrUseRLE):
			return values[:1]
		case err != nil:
			return values
		}
		return slices.Clone(out)
	}, func(dst, stored []byte) ([]byte, error) {
		if len(stored) == 1 {
			for i := range dst {
				dst[i] = stored[0]
			}
			return dst, nil
		}
		s, rest, err := huff0.ReadTable(stored, r)
		if err != nil {
			return nil, err
		}
		return s.Decoder().Decompress4X(dst, rest)
	})
}

// pack gives each value of a block the same number of bits, enough for its number in a list of the
// block's values. A lookup decodes one value only.
func pack(values []byte) []byte {
	var number [256]byte
	distinct := slices.Compact(slices.Sorted(slices.Values(values)))
	for i, v := range distinct {
		number[v] = byte(i)
	}
	width := bits.Len(uint(len(distinct) - 1))
	out := append([]byte{byte(len(distinct) - 1)}, distinct...)
	packed := make([]byte, (len(values)*width+7)/8+2) // 2: a value is read from two bytes
	for i, v := range values {
		at := i * width
		word := binary.LittleEndian.Uint16(packed[at/8:]) | uint16(number[v])<<(at%8)
		binary.LittleEndian.PutUint16(packed[at/8:], word)
	}
	return append(out, packed...)
}

func unpack(stored, _ []byte, at, _ int) byte {
	distinct := int(stored[0]) + 1
	width := bits.Len(uint(distinct - 1))
	at *= width
	word := binary.LittleEndian.Uint16(stored[1+distinct+at/8:])
	return stored[1+word>>(at%8)&(1<<width-1)]
}
