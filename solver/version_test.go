package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/rpsw"
	"github.com/foregone-db/foregone/engine/tupitu"
	"github.com/foregone-db/foregone/kv/formattest"
	"github.com/foregone-db/foregone/kv/raw"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/ledger"
)

// TestEveryVersionResumes resumes unfinished solves of each version of the store, and compares
// the tables with those of whole solves. The test of package ledger says how to make the files.
func TestEveryVersionResumes(t *testing.T) {
	registry := games.NewRegistry(rpsw.Definition(), tupitu.Definition())
	dirs, err := filepath.Glob("internal/ledger/testdata/*/*")
	if err != nil || len(dirs) < 2 {
		t.Fatal(dirs, err)
	}
	for _, fixture := range dirs {
		want := map[string]struct{ game, digest string }{
			"slices": {"rpsw:height=3,pieces=2,width=2", "681d72dd115fc962ada0a23eb55559fda87183a2e8d68856bd86da2482e66d74"},
			"layers": {"tupitu:height=3,width=3", "8fd9ebd814b1f76a638123de6465a80e1df99b942101920a0efe2309152cf9a3"},
		}[filepath.Base(fixture)]
		spec, err := registry.Parse(want.game, nil)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(fixture)); err != nil {
			t.Fatal(err)
		}
		resumed := false
		o := Options{Dir: dir, Events: func(e Event) { resumed = resumed || e.Kind == EventResume }}
		g, err := Open(context.Background(), registry, spec, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Solve(context.Background(), g, o)
		if err != nil {
			t.Fatalf("%s: %v", fixture, err)
		}
		if s.SHA256 != want.digest || !resumed {
			t.Errorf("%s: digest %s, want %s; resumed %v", fixture, s.SHA256, want.digest, resumed)
		}
	}
}

// FORMAT.md gives the versions of the formats.
func TestFormatVersions(t *testing.T) {
	page, err := os.ReadFile("../kv/FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("The table is at version %d, all others at version %d.", table.Format, ledger.Format)
	if text := strings.Join(strings.Fields(string(page)), " "); !strings.Contains(text, want) || raw.Format != ledger.Format {
		t.Errorf("kv/FORMAT.md lacks the sentence %q; files in place are at version %d", want, raw.Format)
	}
}

// FORMAT.md lists the fields of the status file.
func TestFormatStatus(t *testing.T) {
	formattest.Same(t, "status.json", formattest.Names(t, "../kv/FORMAT.md", "## status.json"), formattest.Fields(Status{}))
}
