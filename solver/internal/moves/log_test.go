package moves

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

const dir = "scratch"

func shape(shift uint, counter int) Shape {
	const chunks = 7
	return Shape{Slice: 3, Size: chunks << shift, Shift: shift, Chunks: chunks, Counter: counter}
}

// found returns the moves of each chunk, by the chunk that they lead into: pairs with sources in
// the first.
func found(s Shape, seed uint64) (list []map[int][]uint32) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for chunk := range s.Chunks {
		into := map[int][]uint32{}
		for n := range rng.IntN(60) {
			to := rng.IntN(s.Chunks)
			from := uint32(chunk)<<s.Shift + uint32(n)*(1<<s.Shift-1)/60
			into[to] = append(into[to], uint32(rng.IntN(1<<s.Shift)), from)
		}
		list = append(list, into)
	}
	return list
}

func countersOf(s Shape, chunk int) []byte {
	raw := make([]byte, min(s.Counter<<s.Shift, 99))
	for n := range raw {
		raw[n] = byte(chunk*31 + n)
	}
	return raw
}

// scan writes the chunks that a log lacks, with the workers in turn, and stops at the first error.
func scan(l *Log, list []map[int][]uint32, workers int) error {
	order := rand.New(rand.NewPCG(uint64(workers), 2)).Perm(len(list))
	for n, chunk := range append(order, order...) { // each chunk twice
		w := l.Writer(n % workers)
		if !w.Begin(chunk) {
			continue
		}
		for _, to := range slices.Sorted(maps.Keys(list[chunk])) {
			for part := range slices.Chunk(list[chunk][to], 62) {
				if err := w.Moves(to, part); err != nil {
					return err
				}
			}
		}
		due, err := w.End(chunk, func(dst []byte) []byte { return append(dst, countersOf(l.Shape, chunk)...) })
		if err == nil && due {
			err = w.Commit()
		}
		if err != nil {
			return err
		}
	}
	for n := range workers {
		if err := l.Writer(n).Commit(); err != nil {
			return err
		}
	}
	return nil
}

// check compares the content of a log, for the chunks in it, with the list.
func check(t *testing.T, l *Log, list []map[int][]uint32) (chunks int) {
	t.Helper()
	for chunk := range list {
		if l.Has(chunk) {
			chunks++
		}
	}
	r := l.Reader()
	for to := range list {
		want, got := map[[2]uint32]int{}, map[[2]uint32]int{}
		for chunk := range list {
			for pair := range slices.Chunk(list[chunk][to], 2) {
				if l.Has(chunk) {
					want[[2]uint32(pair)]++
				}
			}
		}
		err := r.Each(to, func(pairs []uint32) error {
			for pair := range slices.Chunk(pairs, 2) {
				got[[2]uint32(pair)]++
			}
			return nil
		})
		if err != nil || !maps.Equal(want, got) {
			t.Fatalf("into chunk %d lead %d different moves, want %d (%v)", to, len(got), len(want), err)
		}
		if l.Has(to) {
			if counters, err := r.Counters(to); err != nil || !slices.Equal(counters, countersOf(l.Shape, to)) {
				t.Fatalf("chunk %d has counters %v (%v)", to, counters, err)
			}
		}
	}
	return chunks
}

// A log returns what was written, in the same run and in another, for chunks of all sizes.
func TestLog(t *testing.T) {
	for _, shift := range []uint{6, 8, 11, 16, 22, 29} {
		for _, group := range []time.Duration{time.Minute, 0} {
			s := shape(shift, 1)
			disk := vfs.NewMem()
			list := found(s, uint64(shift))
			l, err := Open(disk, dir, s, 3, group)
			if err == nil {
				err = scan(l, list, 3)
			}
			if err != nil {
				t.Fatal(err)
			}
			if n := check(t, l, list); n != s.Chunks {
				t.Errorf("%d chunks are there, want %d", n, s.Chunks)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if l, err = Open(disk, dir, s, 1, group); err != nil {
				t.Fatal(err)
			}
			if n := check(t, l, list); n != s.Chunks {
				t.Errorf("%d chunks are there later, want %d", n, s.Chunks)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			other := s
			other.Counter = 2
			if l, err = Open(disk, dir, other, 1, group); err != nil || check(t, l, list) != 0 {
				t.Errorf("a log of another shape is accepted (%v)", err)
			}
			if names, err := disk.List(dir); err != nil || len(names) != 0 {
				t.Errorf("%v is left of it (%v)", names, err)
			}
		}
	}
}

// Wherever a file is cut, and whichever byte is wrong, the groups that count are right, and the
// next run completes the log.
func TestDamagedLog(t *testing.T) {
	s := shape(6, 1)
	list := found(s, 9)
	disk := vfs.NewMem()
	l, err := Open(disk, dir, s, 2, 0)
	if err == nil {
		err = scan(l, list, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	path := l.path(0)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	data := contents(t, disk, path)
	seen := map[int]bool{}
	for at := 0; at <= len(data); at += 1 + at%13 {
		for _, damaged := range [][]byte{data[:at], append(append(slices.Clone(data[:at]), ^data[min(at, len(data)-1)]), data[min(at+1, len(data)):]...)} {
			disk := vfs.NewMem()
			put(t, disk, path, damaged)
			for run := range 3 { // the second completes it, the third finds it complete
				l, err := Open(disk, dir, s, 1+run, 0)
				if err != nil {
					t.Fatal(err)
				}
				n := check(t, l, list)
				if run == 0 {
					seen[n] = true
				}
				if run > 1 && n != s.Chunks {
					t.Fatalf("%d bytes: %d chunks are there, want %d", at, n, s.Chunks)
				}
				if run == 1 {
					if err := scan(l, list, 2); err != nil {
						t.Fatal(err)
					}
				}
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := Delete(disk, dir, s.Slice); err != nil {
				t.Fatal(err)
			}
			if names, err := disk.List(dir); err != nil || len(names) != 0 {
				t.Fatalf("%v is left (%v)", names, err)
			}
		}
	}
	if len(seen) < s.Chunks {
		t.Errorf("%d numbers of chunks were there, want all below %d", len(seen), s.Chunks)
	}
}

func contents(t *testing.T, disk vfs.FS, path string) []byte {
	t.Helper()
	f, err := disk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, info.Size())
	if _, err := f.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	return data
}

func put(t *testing.T, disk vfs.FS, path string, data []byte) {
	t.Helper()
	if err := disk.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	f, err := disk.Create(path, vfs.WriteCategoryUnspecified)
	if err == nil {
		_, err = f.Write(slices.Clone(data))
	}
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
}

// FuzzUnpack unpacks any bytes, and packs what any bytes say.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 0xff, 0xff, 0x7f, 1}, uint8(20))
	f.Add([]byte{0x80}, uint8(31))
	f.Fuzz(func(t *testing.T, data []byte, bits uint8) {
		shift := uint(6 + bits%26)
		width := offsetBytes(shift)
		if got, ok := unpack(nil, padded(data), width); ok && len(got) > 2*len(data) {
			t.Fatalf("%d bytes are %d numbers", len(data), len(got))
		}
		var pairs []uint32
		for ; len(data) >= 8; data = data[8:] {
			pairs = append(pairs, binary.LittleEndian.Uint32(data)&(1<<shift-1), binary.LittleEndian.Uint32(data[4:]))
		}
		if got, ok := unpack(nil, padded(appendPairs(nil, pairs, width)), width); !ok || fmt.Sprint(got) != fmt.Sprint(pairs) {
			t.Fatalf("%v was read as %v", pairs, got)
		}
	})
}

// padded returns data followed by the padding that unpack needs.
func padded(data []byte) []byte {
	return append(slices.Clone(data), make([]byte, padding)...)[:len(data)]
}
