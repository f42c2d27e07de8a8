package keys

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/durable"
)

// host is a file on a host. The first damaged reads have a wrong byte.
type host struct {
	*bytes.Reader
	damaged     int
	reads, gone int
	kept        map[int64]bool
	expected    []kv.Span
}

func (h *host) ReadAt(b []byte, at int64) (int, error) {
	h.reads++
	n, err := h.Reader.ReadAt(b, at)
	if h.damaged > 0 {
		h.damaged--
		b[h.damaged%n] ^= 4
	}
	return n, err
}

func (h *host) Expect(spans []kv.Span) error {
	h.expected = append(h.expected, spans...)
	return nil
}
func (h *host) Keep(at int64, _ []byte) { h.kept[at] = true }
func (h *host) Drop(kv.Span)            { h.gone++ }

// inParts writes a file of three parts, and opens it and its runs.
func inParts(t *testing.T, damaged int) (whole, runs *File, at *host, list []byte) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var parts []discover.Slice
	for n, size := range []int{3*RunKeys + 900, 0, RunKeys / 2} {
		var keys []uint64
		for range size {
			keys = append(keys, r.Uint64()>>(20*n))
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		parts = append(parts, discover.Slice{Number: n, Size: uint64(len(keys)), Keys: discover.NewKeySet(keys)})
	}
	path := filepath.Join(t.TempDir(), "keys")
	if err := Write(path, "game:x=1", parts, nil); err != nil {
		t.Fatal(err)
	}
	whole, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if list, err = whole.Runs(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at = &host{Reader: bytes.NewReader(content), damaged: damaged, kept: map[int64]bool{}}
	if runs, err = OpenRuns(path, at, list); err != nil {
		t.Fatal(err)
	}
	return whole, runs, at, list
}

// A file in runs answers as the file in memory does, and a read that is damaged twice is repeated.
func TestRuns(t *testing.T) {
	whole, runs, at, _ := inParts(t, 2)
	for n, p := range whole.Parts(false) {
		q := runs.Parts(false)[n]
		if q.Size != p.Size || q.Keys.Len() != p.Keys.Len() {
			t.Fatalf("part %d has %d keys, want %d", n, q.Size, p.Size)
		}
		for rank := uint64(0); rank < p.Size; rank += 1 + rank%7*100 {
			key := p.Keys.Key(rank)
			for _, key := range []uint64{key, key + 1, 0} {
				want, wantOK := p.Keys.Rank(key)
				if got, ok := q.Keys.Rank(key); ok != wantOK || ok && got != want {
					t.Fatalf("part %d: rank of %#x is %d, %v, want %d, %v", n, key, got, ok, want, wantOK)
				}
			}
			if got := q.Keys.Key(rank); got != key {
				t.Fatalf("part %d: key %d is %#x, want %#x", n, rank, got, key)
			}
		}
		for rank := uint64(0); rank < p.Size; rank += 500 { // in order: runs are read ahead
			if got, want := q.Keys.Key(rank), p.Keys.Key(rank); got != want {
				t.Fatalf("part %d: key %d is %#x, want %#x", n, rank, got, want)
			}
		}
	}
	if at.gone != 2 || len(at.kept) != 5 {
		t.Errorf("%d spans dropped, %d kept, want 2 and the 5 runs", at.gone, len(at.kept))
	}
}

// Expect reads what its keys need, without a read of its own.
func TestRunsExpect(t *testing.T) {
	whole, runs, at, _ := inParts(t, 0)
	keys := whole.parts[0].(*part).all()
	if err := runs.parts[0].(discover.AheadKeys).Expect([]uint64{keys[1], keys[2], keys[2*RunKeys]}); err != nil {
		t.Fatal(err)
	}
	if len(at.expected) != 2 || at.reads != 0 {
		t.Errorf("%v is expected, and %d reads, want two spans", at.expected, at.reads)
	}
}

// A run that stays damaged fails, and so does a list that is cut short.
func TestRunsDamaged(t *testing.T) {
	_, runs, at, list := inParts(t, 1<<20)
	err := func() (err error) {
		defer pool.Catch(&err)
		runs.parts[0].Rank(1 << 62)
		return nil
	}()
	if err == nil || at.gone != 2 {
		t.Errorf("%v, %d spans dropped", err, at.gone)
	}
	for n := range list {
		if _, err := OpenRuns("keys", at, list[:n]); err == nil {
			t.Fatalf("a list of %d bytes of %d is taken", n, len(list))
		}
	}
}

// FuzzRuns opens arbitrary lists of runs of an arbitrary file. Lookups give an answer or a failure.
func FuzzRuns(f *testing.F) {
	path := filepath.Join(f.TempDir(), "keys")
	keys := []uint64{1, 5, 6, 700, 1 << 40}
	if err := Write(path, "g", []discover.Slice{{Size: uint64(len(keys)), Keys: discover.NewKeySet(keys)}}, nil); err != nil {
		f.Fatal(err)
	}
	whole, err := Open(path)
	if err != nil {
		f.Fatal(err)
	}
	list, err := whole.Runs()
	if err != nil {
		f.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(list, data, uint64(700))
	f.Add(list[:len(list)-1], data, uint64(0))
	f.Add(list, data[:40], uint64(1)<<40)
	f.Fuzz(func(t *testing.T, list, data []byte, key uint64) {
		at := &host{Reader: bytes.NewReader(data), kept: map[int64]bool{}}
		runs, err := OpenRuns("x", at, list)
		if err != nil {
			if !errors.Is(err, kv.ErrCorrupt) && !errors.Is(err, kv.ErrNewer) {
				t.Error(err)
			}
			return
		}
		for _, p := range runs.Parts(false) {
			func() {
				defer pool.Catch(&err)
				if rank, ok := p.Keys.Rank(key); ok && p.Keys.Key(rank) != key {
					t.Errorf("key %d has the rank %d, and that is of %d", key, rank, p.Keys.Key(rank))
				}
			}()
		}
	})
}

// FuzzList reads arbitrary lists of a search, with the right checksum. It is a block at a time, and ends.
func FuzzList(f *testing.F) {
	d := NewFolder(f.TempDir())
	w, err := d.Create("seed")
	if err != nil {
		f.Fatal(err)
	}
	if err := errors.Join(w.Write([]uint64{1, 5, 6, 700, 1 << 40}), w.Close()); err != nil {
		f.Fatal(err)
	}
	seed, err := os.ReadFile(d.path("seed"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add(seed[:30])
	f.Fuzz(func(t *testing.T, data []byte) {
		if data = slices.Clone(data); len(data) > trailerSize {
			le.PutUint32(data[len(data)-trailerSize+12:], durable.Checksum(data[:len(data)-12]))
		}
		if err := os.WriteFile(d.path("a"), data, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := d.Open("a")
		if err != nil {
			return
		}
		defer r.Close()
		buf, sum := make([]uint64, 100), 0
		for {
			n, err := r.Next(buf)
			if sum += n; err != nil || n < len(buf) {
				break
			}
			if sum > 100*len(data) {
				t.Fatalf("%d keys in %d bytes", sum, len(data))
			}
		}
	})
}
