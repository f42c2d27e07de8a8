package phases

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
)

// A file returns lists of all lengths, in any order, however many lists are written at a time.
func TestListFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sizes := []int{1, 63, 64, 65, 1000}
	for _, part := range []int{blockPositions, 3 * blockPositions, 1 << 20} {
		dir := t.TempDir()
		f, err := newListFile(dir, len(sizes))
		if err != nil {
			t.Fatal(err)
		}
		want := make([][][]uint32, len(sizes))
		for chunk, n := range sizes {
			lengths := make([]uint32, n)
			for k := range lengths {
				lengths[k] = []uint32{0, 1, 5, 127, 128, 300}[rng.IntN(6)] % 301
			}
			if !f.plan(chunk, lengths) {
				t.Fatal("there is no room")
			}
			for first := 0; first < n; first += part {
				var starts, lists []uint32
				for _, length := range lengths[first:min(first+part, n)] {
					starts = append(starts, uint32(len(lists)))
					list := make([]uint32, length)
					for k := range list {
						list[k] = rng.Uint32()
					}
					lists = append(lists, list...)
					want[chunk] = append(want[chunk], list)
				}
				if err := f.write(chunk, first/blockPositions, starts, lists); err != nil {
					t.Fatal(err)
				}
			}
		}
		r := &listReader{listFile: f, block: -1}
		for range 5000 {
			chunk := rng.IntN(len(sizes))
			at := rng.IntN(sizes[chunk])
			for ; at < sizes[chunk] && rng.IntN(4) > 0; at += rng.IntN(3) {
				var got []uint32
				for raw := r.list(chunk, uint64(at)); len(raw) > 0; raw = raw[4:] {
					got = append(got, binary.LittleEndian.Uint32(raw))
				}
				if r.err != nil || !slices.Equal(got, want[chunk][at]) {
					t.Fatalf("list %d of chunk %d has %d entries, want %d (%v)", at, chunk, len(got), len(want[chunk][at]), r.err)
				}
			}
		}
		f.close()
		if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) > 0 {
			t.Errorf("%v is left (%v)", names, err)
		}
	}
	if f := (&listFile{bases: make([]int64, 1), blocks: make([][]uint32, 1)}); f.plan(0, []uint32{1 << 29, 1 << 29}) {
		t.Error("more bytes than a chunk can have are taken")
	}
}
