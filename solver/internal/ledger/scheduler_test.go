package ledger

import (
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Pebble compacts large amounts of data, both while the store is open and right after it is opened.
// Closing does not hang.
func TestCompactions(t *testing.T) {
	disk := vfs.NewMem()
	s := mustCreate(t, "/data/db", Options{FS: disk})
	for round := range 3 {
		for i := range 20 {
			if err := step(s, i, false); err != nil {
				t.Fatal(err)
			}
			if err := s.db.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		deadline := time.Now().Add(time.Minute)
		for s.db.Metrics().Compact.Count == 0 || s.db.Metrics().Levels[0].Sublevels > 8 {
			if time.Now().After(deadline) {
				t.Fatalf("round %d: nothing is compacted:\n%s", round, s.db.Metrics())
			}
			time.Sleep(time.Millisecond)
		}
		mustClose(t, s)
		s = mustOpen(t, "/data/db", Options{FS: disk})
	}
	mustClose(t, s)
}
