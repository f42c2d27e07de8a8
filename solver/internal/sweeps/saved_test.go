package sweeps

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
)

// TestParts writes and reads the codes of a block in parts, including values that exceed a byte.
func TestParts(t *testing.T) {
	const size = 1000
	rng := rand.New(rand.NewPCG(1, 2))
	want := &newCodes(1, size)[0]
	on := &worker{}
	var parts [][]byte
	since := engine.Value(0)
	for _, until := range []engine.Value{2, 40, 253, 254, 255, 256, 300, 301, 65535} {
		for range 50 {
			if place := uint32(rng.IntN(size)); want.at(place) == 0 {
				want.put(place, since+1+engine.Value(rng.IntN(int(until-since))))
			}
		}
		part, err := on.appendNews(nil, want, since)
		if err != nil {
			t.Fatal(err)
		}
		parts, since = append(parts, part), until
	}
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	got := &newCodes(1, size)[0]
	for n, part := range parts {
		if err := (&partReader{in: bytes.NewReader(part)}).block(got, decoder); err != nil {
			t.Fatalf("part %d: %v", n, err)
		}
		for cut := range part {
			if err := (&partReader{in: bytes.NewReader(part[:cut])}).block(&newCodes(1, size)[0], decoder); err == nil {
				t.Fatalf("part %d: %d of its %d bytes are a block", n, cut, len(part))
			}
		}
	}
	if !slices.Equal(got.of, want.of) || !maps.Equal(got.late, want.late) {
		t.Error("the parts read differ from the parts written")
	}
	counts := map[int]uint64{}
	got.tally(counts)
	set, others := make([]uint64, wordsOf(size)), make([]uint64, wordsOf(size))
	for v := range 65536 {
		v := engine.Value(v)
		if v < 302 || v > 65000 {
			n := got.among(set, size, func(x engine.Value) bool { return x == v })
			if m := got.find(others, v); v > 0 && (m != n || !slices.Equal(set, others) || counts[int(v)] != n) {
				t.Fatalf("%d positions have the value %d, %d are found, and %d counted", n, v, m, counts[int(v)])
			}
		}
	}
	if n := got.among(set, size, func(engine.Value) bool { return true }); n != size {
		t.Errorf("%d of %d positions have a value", n, size)
	}
}
