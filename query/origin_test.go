package query_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/pack"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/querytest"
)

// TestOrigins: a database answers the same from its folder, its table alone, a pack, and the URLs of these.
func TestOrigins(t *testing.T) {
	registry := games.NewRegistry(tictactoe.Definition())
	folder := querytest.Of(t, "tictactoe", tictactoe.Definition())
	dir := folder.Dir()
	const packName = "db.pack"
	header := pack.Header{Game: folder.Game().Spec().String(), Kind: "byte", Parts: []pack.Part{{Name: kv.TableName}}}
	if err := pack.Create(context.Background(), filepath.Join(dir, packName), header, []string{kv.TablePath(dir)}); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer s.Close()
	options := query.Options{Web: web.Options{Retries: -1, Folder: filepath.Join(t.TempDir(), "cache"), Cache: 1 << 20}}
	for _, where := range []string{dir, filepath.Join(dir, "table.foregone"), filepath.Join(dir, packName), s.URL, s.URL + "/", s.URL + "/table.foregone", s.URL + "/" + packName} {
		db, err := query.Open(where, registry, options)
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		if db.Dir() != where {
			t.Errorf("the folder of %s is %s", where, db.Dir())
		}
		same(t, folder, db)
		if err := db.Close(); err != nil {
			t.Errorf("close %s: %v", where, err)
		}
	}
	for where, want := range map[string]string{
		s.URL + "/none":           "nor is it a folder with a table",
		s.URL + "/none/":          "status 404",
		s.URL + "/none.foregone":  "not found",
		"ftp://127.0.0.1/none":    "read by http and https, not by ftp",
		"http://127.0.0.1:1/x":    "attempts",
		"https:///table.foregone": "want https://HOST/PATH",
	} {
		if _, err := query.Open(where, registry, options); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), where) {
			t.Errorf("%s: %v, want %q", where, err, want)
		}
	}
	if _, err := query.Open(s.URL+"/none", registry, options); !errors.Is(err, query.ErrNotFound) {
		t.Errorf("a missing URL: %v, want ErrNotFound", err)
	}
}

// same compares counts and the moves of some positions.
func same(t *testing.T, want, got *query.DB) {
	t.Helper()
	text := func(db *query.DB) string {
		stats, err := db.Stats()
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(stats.Counts, stats.SHA256)
		for i := uint64(0); i < db.Game().Size(); i += db.Game().Size()/20 + 1 {
			moves, err := db.Moves(context.Background(), db.Game().At(i), true)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintln(moves.Text, moves.Verdict)
			for _, m := range moves.Moves {
				text += fmt.Sprintln(m.Turn, m.Verdict, m.Replies)
			}
		}
		return text
	}
	if a, b := text(want), text(got); a != b {
		t.Errorf("%s answers\n%s\nwant\n%s", got.Dir(), b, a)
	}
}
