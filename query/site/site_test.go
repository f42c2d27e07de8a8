package site_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/builtin"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv/keys"
	"github.com/foregone-db/foregone/kv/web"
	"github.com/foregone-db/foregone/query"
	"github.com/foregone-db/foregone/query/answers"
	"github.com/foregone-db/foregone/query/querytest"
	"github.com/foregone-db/foregone/query/site"
	"github.com/foregone-db/foregone/query/site/reading"
)

// registry has the games of the tests.
func registry() *games.Registry {
	return games.NewRegistry(builtin.Definitions()...).With(wasm.New().Family())
}

// open opens databases of games, solved naively.
func open(t testing.TB, specs ...string) (dbs []*query.DB) {
	t.Helper()
	for _, spec := range specs {
		r := registry()
		parsed, err := r.Parse(spec, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Open(parsed)
		if err != nil {
			t.Fatal(err)
		}
		dbs = append(dbs, querytest.Open(t, r, g, 0))
	}
	return dbs
}

// reader is the compiled reader, which the user's cache folder keeps.
var reader = sync.OnceValues(func() (site.Reader, error) {
	return site.BuildReader(context.Background(), func() {})
})

// fakeReader is a reader for tests without a browser.
var fakeReader = site.Reader{Packed: []byte("packed"), Support: []byte("// support\n")}

// write writes a site.
func write(t testing.TB, out string, dbs []*query.DB, o site.Options) {
	t.Helper()
	o.Out = out
	s, err := site.New(t.Context(), dbs, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Write(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files of a folder.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func equal(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for name := range a {
		if other, ok := b[name]; !ok || other != a[name] {
			return false
		}
	}
	return true
}

// TestWrite: the same tables give the same bytes, in a new folder and in place; parts put together are the
// table; an update removes what is old, and leaves strange files alone.
func TestWrite(t *testing.T) {
	dbs := open(t, "tictactoe", "rpsw:width=3,height=4,pieces=2")
	o := site.Options{PartSize: 64 << 10, Reader: fakeReader, Version: "1"}
	first, second := filepath.Join(t.TempDir(), "a"), t.TempDir()
	write(t, first, dbs, o)
	write(t, second, dbs, o)
	files := contents(t, first)
	if !equal(files, contents(t, second)) {
		t.Error("the same tables give other files")
	}
	write(t, first, dbs, o)
	if !equal(files, contents(t, first)) {
		t.Error("a second run changes the files")
	}
	var together strings.Builder
	for _, name := range sorted(files) {
		if len(files[name]) > 64<<10 && strings.Contains(name, ".foregone.") {
			t.Errorf("%s has %d bytes", name, len(files[name]))
		}
		if strings.HasPrefix(name, "t/rpsw") && strings.Contains(name, "table.foregone.") {
			together.WriteString(files[name])
		}
	}
	if table, err := os.ReadFile(dbs[1].Path()); err != nil || string(table) != together.String() {
		t.Errorf("the parts are not the table: %v", err)
	}
	if err := os.WriteFile(filepath.Join(first, "CNAME"), []byte("games.example"), 0o666); err != nil {
		t.Fatal(err)
	}
	write(t, first, dbs[:1], o)
	left := contents(t, first)
	if left["CNAME"] == "" || len(left) >= len(files) {
		t.Errorf("%d files after an update, %d before", len(left), len(files))
	}
	for name := range left {
		if strings.Contains(name, "rpsw") {
			t.Errorf("%s is left of a game that is gone", name)
		}
	}
}

func sorted(files map[string]string) (names []string) {
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestRelative: every address in the files is relative, so that a site works under a sub-path.
func TestRelative(t *testing.T) {
	out := t.TempDir()
	write(t, out, open(t, "tictactoe"), site.Options{Reader: fakeReader, PublicURL: "https://games.example/solved"})
	absolute := regexp.MustCompile(`(?:href|src|action)="(/|https?:)|url\((/|https?:)|fetch\("/|"start_url": "/`)
	for name, content := range contents(t, out) {
		if found := absolute.FindString(content); found != "" {
			t.Errorf("%s has the address %s", name, found)
		}
	}
	index, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil || !bytes.Contains(index, []byte("Tic-Tac-Toe")) || !bytes.Contains(index, []byte("<svg")) {
		t.Errorf("the first view has no picture of the game: %v", err)
	}
	image := regexp.MustCompile(`<meta property="og:image" content="https://games.example/solved/(t/[^"]*)">`).FindSubmatch(index)
	if image == nil {
		t.Fatal("chats find no picture of the site")
	}
	if picture, err := os.ReadFile(filepath.Join(out, string(image[1]))); err != nil || !bytes.HasPrefix(picture, []byte("\x89PNG")) {
		t.Errorf("the picture for chats is not there: %v", err)
	}
}

// TestInterrupted stops the writing at every step: index.html is that of the site before, and all that it
// names is there.
func TestInterrupted(t *testing.T) {
	dbs := open(t, "tictactoe", "rpsw:width=3,height=4,pieces=2")
	out := t.TempDir()
	write(t, out, dbs[:1], site.Options{Reader: fakeReader})
	before := contents(t, out)
	for after := range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		s, err := site.New(t.Context(), dbs, site.Options{Out: out, Reader: fakeReader, PartSize: 64 << 10, Progress: func(string, int64, int64) {
			if n++; n > after {
				cancel()
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Write(ctx), s.Close()); !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d steps: %v", after, err)
		}
		now := contents(t, out)
		for name, content := range before {
			if now[name] != content {
				t.Fatalf("%s changed after an interrupt", name)
			}
		}
	}
	write(t, out, dbs[:1], site.Options{Reader: fakeReader})
	if !equal(before, contents(t, out)) {
		t.Error("the site is not as before")
	}
}

// TestRefused: what a browser cannot read, and folders with other things, are refused in a line.
func TestRefused(t *testing.T) {
	dbs := open(t, "tictactoe")
	out := t.TempDir()
	if _, err := site.New(t.Context(), dbs, site.Options{Out: out, Reader: fakeReader, PartSize: 100}); !engine.IsInput(err) {
		t.Errorf("tiny parts: %v", err)
	}
	if err := os.WriteFile(filepath.Join(out, "thesis.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := site.New(t.Context(), dbs, site.Options{Out: out, Reader: fakeReader}); !engine.IsInput(err) || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("a folder with other files: %v", err)
	}
	if _, err := site.ReadReader(filepath.Join(out, "thesis.txt")); !engine.IsInput(err) {
		t.Errorf("no reader: %v", err)
	}
}

// TestReaderFile: a reader survives its file.
func TestReaderFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reader.zip")
	if err := site.WriteReader(path, fakeReader); err != nil {
		t.Fatal(err)
	}
	r, err := site.ReadReader(path)
	if err != nil || !bytes.Equal(r.Packed, fakeReader.Packed) || !bytes.Equal(r.Support, fakeReader.Support) {
		t.Errorf("%q, %v", r, err)
	}
}

// TestFewRequests: to open a game with keys asks the host for nothing, and its first value takes a run of keys and a block.
func TestFewRequests(t *testing.T) {
	dbs := open(t, "tictactoe:width=4,height=3")
	if n := dbs[0].Game().Size(); n < 4*keys.RunKeys {
		t.Fatalf("the game has %d keys, want several runs", n)
	}
	out := t.TempDir()
	write(t, out, dbs, site.Options{Reader: fakeReader})
	host := newHost(t, out)
	index, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	var given struct {
		Site struct {
			Games map[string]struct {
				Folder string
				Files  []web.Split
			}
		}
	}
	_, text, _ := bytes.Cut(index, []byte(`id="given" type="application/json">`))
	text, _, _ = bytes.Cut(text, []byte("</script>"))
	if err := json.Unmarshal(text, &given); err != nil {
		t.Fatal(err)
	}
	slug := dbs[0].Game().Spec().Slug()
	game := given.Site.Games[slug]
	root, err := os.ReadFile(filepath.Join(out, game.Folder, "root.bin"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := reading.New(registry(), web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Open(slug, host.base()+game.Folder, game.Files, root); err != nil || host.requests.Load() > 0 {
		t.Fatalf("to open the game takes %d requests: %v", host.requests.Load(), err)
	}
	set, err := answers.New(dbs, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, most := range []int64{2, 2} { // the second time everything is in memory
		q := url.Values{"position": {dbs[0].Game().Text(dbs[0].Game().At(dbs[0].Game().Size() / 2))}, "turns": {""}}.Encode()
		want, err := set.Ask(t.Context(), "/v1/"+slug+"/game", q, nil)
		if err != nil {
			t.Fatal(err)
		}
		if status, got := r.Ask(t.Context(), slug, "/v1/"+slug+"/game", q, nil); status != 200 || !bytes.Equal(got, want.Body) {
			t.Errorf("the answer is %d %s, want %s", status, got, want.Body)
		}
		if n := host.requests.Load(); n > most {
			t.Errorf("after %d questions there are %d requests, want at most %d", i+1, n, most)
		}
	}
}
