package ledger

import (
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func openLedger(t *testing.T, limit int, disk vfs.FS) *Ledger {
	t.Helper()
	s, err := Open("db", enginetest.RandomGame(1, enginetest.Eventful(engine.Byte, 400, 2)), 64, limit, Options{FS: disk})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A change has the same effect once and twice, and records are united in any order.
func TestCommit(t *testing.T) {
	s := openLedger(t, 0, vfs.NewMem())
	defer s.Close()
	key := Key{Record: Frontier, Slice: 1, Phase: 3, Chunk: 1}
	seeds := Key{Record: Seeds, Slice: 1, Phase: 3, Chunk: 1}
	if _, err := s.Commit(Change{Unite: []Set{{seeds, roaring.BitmapOf(9)}}}); err != nil {
		t.Fatal(err)
	}
	for n, c := range []struct {
		bits []uint32
		want uint64
	}{{[]uint32{1, 5}, 2}, {[]uint32{1, 5}, 2}, {[]uint32{5, 9}, 3}, {nil, 3}, {[]uint32{1}, 3}} {
		counts, err := s.Commit(Change{
			Unite: []Set{{key, roaring.BitmapOf(c.bits...)}}, Remove: []Key{seeds}, Notes: map[string]any{"n": n}, Sync: n%2 == 0,
		})
		if err != nil || len(counts) != 1 || counts[0] != c.want {
			t.Fatalf("after change %d the record has %d positions, want %d (%v)", n, counts, c.want, err)
		}
		if got, ok, err := count(s, key); err != nil || !ok || got != c.want {
			t.Errorf("after change %d the record counts %d positions, want %d (%v)", n, got, c.want, err)
		}
		if b, err := s.Get(seeds); b != nil || err != nil {
			t.Errorf("after change %d a record that was removed is %v (%v)", n, b, err)
		}
		var note int
		if ok, err := s.Note("n", &note); !ok || err != nil || note != n {
			t.Errorf("the note of change %d is %d (%v)", n, note, err)
		}
	}
}

// With another phase limit a game of several slices starts anew. A limit does not delete a solve
// that was begun without one.
func TestLimits(t *testing.T) {
	disk := vfs.NewMem()
	for _, limit := range []int{3, 3, 5, 0} {
		s := openLedger(t, limit, disk)
		var seen int
		if _, err := s.Note("seen", &seen); err != nil {
			t.Fatal(err)
		}
		if seen != 0 && seen != limit {
			t.Errorf("with the limit %d the ledger has the results of limit %d", limit, seen)
		}
		if _, err := s.Commit(Change{Notes: map[string]any{"seen": limit}}); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	g := enginetest.RandomGame(1, enginetest.Eventful(engine.Byte, 400, 2))
	if _, err := Open("db", g, 64, 4, Options{FS: disk}); !engine.IsInput(err) {
		t.Errorf("a limit where there was none: %v", err)
	}
}
