package raw

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/formattest"
)

// The package reads descriptions of every version. The program of that version wrote those under
// testdata, which must never be written again; a new version adds its own.
func TestEveryVersion(t *testing.T) {
	want := Description{
		Game: "tictactoe:height=3,line=3,width=3", Kind: "byte", Positions: 5478, Path: "/srv/tictactoe/minimized.bin",
		Encoding: Plain, Bytes: 5478, Modified: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC), Known: "0-99,200-5477",
		Fingerprint: "d1ae524813c4839c02caa5b9c4dc1f5764d443470ec591295984ac0c096bb13e",
	}
	for version := 1; version <= Format; version++ {
		path := filepath.Join("testdata", fmt.Sprintf("%d.json", version))
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseDescription(path, text)
		if want.Format = version; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("format %d: %+v, %v; want %+v", version, got, err, want)
		}
	}
}

// FORMAT.md lists the fields of a description.
func TestFormatFields(t *testing.T) {
	formattest.Same(t, kv.InPlaceName, formattest.Names(t, "../FORMAT.md", "## "+kv.InPlaceName), formattest.Fields(Description{}))
}
