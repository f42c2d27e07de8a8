package proof

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/foregone-db/foregone/kv/durable"
)

// TestReached: the first rank decides for the holder. For the other player the last one does, and
// the greatest counts, in whatever order they come.
func TestReached(t *testing.T) {
	for _, c := range []struct {
		holder bool
		begun  int // the rank from the steps known before
		ranks  []int
		want   int
	}{
		{true, 0, []int{4}, 5}, {true, 0, []int{4, 2}, 5}, {false, 0, []int{4}, 5}, {false, 0, []int{1, 4}, 5},
		{false, 0, []int{4, 1}, 5}, {false, 7, []int{4, 1}, 7},
	} {
		p := waiter{holder: c.holder, open: len(c.ranks), rank: c.begun}
		decided := 0
		for n, rank := range c.ranks {
			if p.reached(rank) {
				decided++
				if first := n == 0; !c.holder && n < len(c.ranks)-1 || c.holder && !first {
					t.Errorf("%+v: decided by step %d", c, n)
				}
			}
		}
		if decided != 1 || !p.done || p.rank != c.want {
			t.Errorf("%+v: decided %d times, rank %d", c, decided, p.rank)
		}
	}
}

// FuzzPartial reads arbitrary files of unfinished proofs, with the right checksum.
func FuzzPartial(f *testing.F) {
	path := filepath.Join(f.TempDir(), "p")
	next := newStrategy()
	next.add(placeOf(3, true))
	next.add(placeOf(9, false))
	if err := save(path, "a proof", []*graph{{rounds: rounds{First: 5, Best: newStrategy(), Next: next}}}); err != nil {
		f.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b[:len(b)-durable.ChecksumSize])
	f.Add(b[:40])
	f.Fuzz(func(t *testing.T, b []byte) {
		b = binary.LittleEndian.AppendUint32(bytes.Clone(b), durable.Checksum(b))
		if found, err := parsePartial(b); err == nil && len(found.Searches) > len(b) {
			t.Errorf("%d searches in %d bytes", len(found.Searches), len(b))
		}
	})
}
