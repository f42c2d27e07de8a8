package keys

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
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
