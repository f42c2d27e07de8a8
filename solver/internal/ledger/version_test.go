package ledger

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/kv/formattest"
	"github.com/foregone-db/foregone/solver/internal/phase"
)

// The package reads stores of every version: those of interrupted solves, of a game with slices
// that play stays in and of one with layers. The program of that version wrote the files under
// testdata, which must never be written again; a new version adds its own. The tests of the solver
// resume these solves.
func TestEveryVersion(t *testing.T) {
	for format := 1; format <= Format; format++ {
		for name, want := range map[string]struct {
			game      string
			positions uint64 // of all frontiers
			note      string
		}{
			"slices": {"rpsw:height=3,pieces=2,width=2", 144, "phase/0/1"},
			"layers": {"tupitu:height=3,width=3", 0, "layer/7"},
		} {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", fmt.Sprint(format), name))); err != nil {
				t.Fatal(err)
			}
			s, err := OpenExisting(dir)
			if err != nil {
				t.Fatal(err)
			}
			m := s.manifest
			if m.Format != format || m.Game != want.game || m.Chunk != 64 {
				t.Errorf("format %d: the manifest of %s is %+v", format, name, m)
			}
			var positions uint64
			for slice := range m.Slices {
				for p := range phase.Phase(20) {
					if err := s.Each(Frontier, slice, p, func(_ int, b *roaring.Bitmap) error {
						positions += b.GetCardinality()
						return nil
					}); err != nil {
						t.Error(err)
					}
				}
			}
			var note any
			if ok, err := s.Note(want.note, &note); !ok || err != nil {
				t.Errorf("format %d: the note %s of %s: %v, %v", format, want.note, name, ok, err)
			}
			if positions != want.positions {
				t.Errorf("format %d: the frontiers of %s have %d positions, want %d", format, name, positions, want.positions)
			}
			mustClose(t, s)
		}
	}
	if _, err := fs.Stat(os.DirFS("testdata"), fmt.Sprint(Format)); err != nil {
		t.Errorf("the current format %d has no fixtures or no reader: %v", Format, err)
	}
}

// FORMAT.md lists the keys, types of records and fields.
func TestFormatNames(t *testing.T) {
	const page = "FORMAT.md"
	tags := []string{quote(tagManifest), quote(tagNote), quote(tagPresent)}
	formattest.Same(t, "keys", formattest.Names(t, page, "## Keys and values"), tags)
	var types []string
	for _, r := range records {
		types = append(types, quote(byte(r)))
	}
	formattest.Same(t, "records", formattest.Names(t, page, "## Records"), types)
	formattest.Same(t, "manifest", formattest.Names(t, page, "## Manifest"), formattest.Fields(manifest{}))
}

func quote(tag byte) string { return fmt.Sprintf("'%c'", tag) }
