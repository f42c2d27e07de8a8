package pushfight_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
	rules "github.com/foregone-db/foregone/engine/pushfight"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/tools/cli"
	pushfighttools "github.com/foregone-db/foregone/tools/pushfight"
)

// foregone runs a command and returns what it writes.
func foregone(t *testing.T, want int, args ...string) (out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	registry := games.NewRegistry(rules.Definition(), tictactoe.Definition())
	if got := cli.Run(t.Context(), registry, append([]string{"foregone"}, args...), nil, &stdout, &stderr, pushfighttools.Extra()); got != want {
		t.Fatalf("%v: exit status %d, want %d: %s", args, got, want, stderr.String())
	}
	return stdout.String(), stderr.String()
}

// TestCounts compares the counts of a variant with the bytes of its merged and minimized
// files.
func TestCounts(t *testing.T) {
	db := filepath.Join(t.TempDir(), "db")
	foregone(t, 0, "solve", "pushfight:movers=1,pushers=1", "--db", db, "--keep", "-q")
	merged, _ := foregone(t, 0, "export", "merged", "--db", db, "-o", "-", "-q")
	minimized, _ := foregone(t, 0, "export", "minimized", "--db", db, "-o", "-", "-q")
	want := "value\tmerged\tminimized\n"
	for value := range 256 {
		if n := strings.Count(merged, string([]byte{byte(value)})); n > 0 {
			want += fmt.Sprintf("%d\t%d\t%d\n", value, n, strings.Count(minimized, string([]byte{byte(value)})))
		}
	}
	for range 2 { // the second time from what the first left
		if got, _ := foregone(t, 0, "pushfight", "counts", "--db", db, "-q"); got != want {
			t.Errorf("counts\n%s, want\n%s", got, want)
		}
	}
	if got, _ := foregone(t, 0, "pushfight", "counts", "--db", db, "--json", "-q"); !strings.HasPrefix(got, `[{"value":0,"text":"T","merged":125346,"minimized":16823},`) {
		t.Error(got)
	}
}

// TestCountsRefused asks for counts where there are none to be had.
func TestCountsRefused(t *testing.T) {
	dir := t.TempDir()
	bare, other := filepath.Join(dir, "bare"), filepath.Join(dir, "other")
	foregone(t, 0, "solve", "pushfight:movers=1,pushers=1", "--db", bare, "-q")
	foregone(t, 0, "solve", "tictactoe", "--db", other, "-q")
	for _, test := range []struct{ db, want string }{
		{bare, "solve --keep"},
		{other, "not of the Push Fight family"},
	} {
		if _, errs := foregone(t, 2, "pushfight", "counts", "--db", test.db); !strings.Contains(errs, test.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %q", test.db, errs)
		}
	}
}
