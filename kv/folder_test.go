package kv

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/kv/formattest"
)

// FORMAT.md lists the names in the folder of a database.
func TestFormatNames(t *testing.T) {
	trimmed := func(names []string, cut string) (out []string) {
		for _, name := range names {
			out = append(out, strings.TrimRight(strings.TrimSuffix(name, "-N"), cut))
		}
		return out
	}
	formattest.Same(t, "folder", trimmed(formattest.Names(t, "FORMAT.md", "## The folder"), "/"), formattest.Constants(t, "folder.go", "Name$"))
	formattest.Same(t, "scratch files", trimmed(formattest.Names(t, "FORMAT.md", "## Scratch files"), "/SW"), formattest.Constants(t, "folder.go", "(File|Folder)$"))
}

func TestBelongs(t *testing.T) {
	for _, name := range append(formattest.Constants(t, "folder.go", "Name$"), "table.foregone.tmp-X", "keys.foregone.new", ".hidden", "lost+found") {
		if got, want := Belongs(name), name != InPlaceName; got != want {
			t.Errorf("%s belongs to a solve: %v, want %v", name, got, want)
		}
	}
	for _, name := range []string{"diary.txt", "stores", "Table.foregone", "scratch.old"} {
		if Belongs(name) {
			t.Errorf("%s belongs to a solve", name)
		}
	}
}
