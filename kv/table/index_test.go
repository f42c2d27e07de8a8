package table

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
)

// manyBlocks returns a table whose index has several groups, and its values.
func manyBlocks(t *testing.T, compression string) (data, values []byte) {
	t.Helper()
	const n = 3*groupEntries*16 + 1000
	values = sample(n, 5)
	path, _ := build(t, header(n, compression, 16), values, WriterOptions{})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, values
}

// A table gives the same values whether its index is in memory or on file.
func TestIndexOnFile(t *testing.T) {
	for _, compression := range []string{Zstd, None} {
		data, values := manyBlocks(t, compression)
		for _, access := range []Access{OnFile, Mapped} {
			r, err := openBytes("table", data, ReaderOptions{Access: access, Index: -1})
			if err != nil {
				t.Fatal(err)
			}
			if r.index.whole != nil {
				t.Fatal("the index is in memory")
			}
			got := make([]byte, len(values))
			if err := r.ReadValues(got, 0); err != nil || !bytes.Equal(got, values) {
				t.Errorf("%s: other values, %v", compression, err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for range 1000 {
				i := rng.Uint64N(uint64(len(values)))
				if v, err := r.Get(i); err != nil || byte(v) != values[i] {
					t.Fatalf("%s: #%d is %d, %v, want %d", compression, i, v, err, values[i])
				}
			}
			if err := r.Check(context.Background(), nil); err != nil {
				t.Error(err)
			}
			r.Close()
		}
	}
}

// After Expect, lookups answer as before, for a file that is mapped or not, with its index in
// memory or not. Expect reports damage in the part of the index that it reads.
func TestExpect(t *testing.T) {
	data, values := manyBlocks(t, Zstd)
	path := filepath.Join(t.TempDir(), "table")
	rng := rand.New(rand.NewPCG(1, 2))
	var indices []uint64
	for range 2000 {
		indices = append(indices, rng.Uint64N(uint64(len(values))))
	}
	slices.Sort(indices)
	for _, damaged := range []bool{false, true} {
		if damaged { // damage the length of the first block
			trailer, fault := parseTrailer(data[len(data)-trailerSize:])
			if fault != "" {
				t.Fatal(fault)
			}
			copy(data[trailer.indexAt:], bytes.Repeat([]byte{255}, entrySize))
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, access := range []Access{Mapped, OnFile} {
			for _, index := range []int64{0, -1} {
				r, err := Open(path, ReaderOptions{Access: access, Index: index})
				if damaged && index == 0 {
					if !errors.Is(err, kv.ErrCorrupt) {
						t.Errorf("access %d: %v", access, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := r.Expect(indices); errors.Is(err, kv.ErrCorrupt) != damaged || err != nil && !damaged {
					t.Errorf("access %d, index %d, damaged %v: %v", access, index, damaged, err)
				}
				for _, i := range indices {
					if v, err := r.Get(i); !damaged && (err != nil || byte(v) != values[i]) {
						t.Fatalf("#%d is %d, %v, want %d", i, v, err, values[i])
					}
				}
				r.Close()
			}
		}
	}
}

// Open does not read an index that stays on file. The first lookup in a group reads the group,
// later ones do not.
func TestIndexOnFileReads(t *testing.T) {
	data, _ := manyBlocks(t, Zstd)
	file := &readCounter{ReaderAt: bytes.NewReader(data)}
	r, err := open("table", file, int64(len(data)), 0)
	if err != nil {
		t.Fatal(err)
	}
	r.prepare(ReaderOptions{Access: OnFile})
	defer r.Close()
	if file.reads != 4 || file.bytes > len(data)/100 { // prefix, trailer, header, summary
		t.Errorf("opening takes %d reads of %d bytes", file.reads, file.bytes)
	}
	for at, want := range []int{2, 1, 0} {
		file.reads = 0
		if _, err := r.Get(groupEntries*16 + uint64(min(at, 1))*16); err != nil || file.reads != want {
			t.Errorf("lookup %d: %d reads, %v, want %d", at, file.reads, err, want)
		}
	}
}

// A damaged index on file never causes a wrong value, and a check finds all damage.
func TestIndexOnFileDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the table many times")
	}
	for _, compression := range []string{Zstd, None} {
		data, values := manyBlocks(t, compression)
		end, _ := parseTrailer(data[len(data)-trailerSize:])
		index := data[end.indexAt:][:end.blocks*entrySize]
		rng := rand.New(rand.NewPCG(1, 1))
		damages := []func(){
			func() { copy(index, index[groupEntries*entrySize:][:groupEntries*entrySize]) }, // a group in another's place
			func() { copy(index[4096:8192], index[:4096]) },
			func() { copy(index[2*groupEntries*entrySize-4096:], index[:8192]) },
			func() { clear(index[groupEntries*entrySize:]) },
		}
		flips, apart := 1, 7 // blocks from one lookup to the next
		if enginetest.Long {
			flips, apart = 8, 1
		}
		for range flips {
			damages = append(damages, func() {
				entry := rng.IntN(len(index)/entrySize/apart) * apart
				index[entry*entrySize+rng.IntN(entrySize)] ^= 1 << rng.IntN(8)
			})
		}
		good := bytes.Clone(index)
		for n, damage := range damages {
			damage()
			for _, access := range []Access{OnFile, Mapped} {
				r, err := openBytes("table", data, ReaderOptions{Access: access, Index: -1})
				if err != nil {
					t.Fatal(err)
				}
				failed := false
				for i := uint64(0); i < uint64(len(values)); i += uint64(16 * apart) {
					v, err := r.Get(i)
					switch {
					case errors.Is(err, kv.ErrCorrupt):
						failed = true
					case err != nil || byte(v) != values[i]:
						t.Fatalf("%s, damage %d: #%d is %d, %v, want %d", compression, n, i, v, err, values[i])
					}
				}
				if err := r.Check(context.Background(), nil); !failed || !errors.Is(err, kv.ErrCorrupt) {
					t.Errorf("%s, damage %d: noticed in lookups: %v; check: %v", compression, n, failed, err)
				}
				r.Close()
			}
			copy(index, good)
		}
	}
}
