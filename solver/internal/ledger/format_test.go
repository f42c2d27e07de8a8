package ledger

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/kv/table"
)

// The example in FORMAT.md agrees with a store.
func TestFormatExample(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```store\n")
	example, _, _ := strings.Cut(rest, "```\n")

	m := manifest{
		Format: Format, Game: "toy:size=9", Kind: "byte", Positions: 400_000, Chunk: 1 << 18,
		Slices: []table.Slice{{Name: "a", Size: 100}, {Name: "b", First: 100, Size: 399_900}},
	}
	s, err := open("/db", &m, Options{FS: vfs.NewMem()})
	if err != nil {
		t.Fatal(err)
	}
	defer mustClose(t, s)
	runs := roaring.BitmapOf(5)
	runs.AddRange(1000, 1300)
	runs.AddRange(65_536, 65_536+10)
	_, err = s.Commit(Change{
		Unite: []Set{{Key{Rescued, 1, 0, 1}, roaring.New()}, {Key{Frontier, 0, 3, 0}, roaring.BitmapOf(0, 1, 7)}, {Key{Frontier, 1, 258, 1}, runs}},
		Notes: map[string]any{"phase/0/3": struct {
			New int `json:"new"`
		}{3}},
		Sync: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	var dump strings.Builder
	iterator, err := s.db.NewIter(&pebble.IterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer iterator.Close()
	for ok := iterator.First(); ok; ok = iterator.Next() {
		key, value := iterator.Key(), iterator.Value()
		switch key[0] {
		case tagManifest:
			fmt.Fprintf(&dump, "%x  %x %s\n", key, value[:4], value[4:])
		case tagNote:
			fmt.Fprintf(&dump, "%x  %s\n", key, value)
		default:
			fmt.Fprintf(&dump, "%x  %x\n", key, value)
		}
	}
	if dump.String() != example {
		t.Errorf("want in FORMAT.md:\n%s", dump.String())
	}
}
