package starter

import (
	"bytes"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/foreign/program"
	"github.com/foregone-db/foregone/engine/foreign/wasm"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/tictactoe"
	"github.com/foregone-db/foregone/tools/cli"
	"github.com/foregone-db/foregone/tools/python"
)

func run(t *testing.T, args ...string) (status int, errors string) {
	t.Helper()
	var out, stderr bytes.Buffer
	status = cli.Run(t.Context(), games.NewRegistry(), append([]string{"foregone", "new"}, args...), strings.NewReader(""), &out, &stderr, Extra())
	return status, stderr.String()
}

// compilers has the command that builds the template of a language, as in its README if possible.
var compilers = map[string]struct {
	program string
	build   string
	game    string
}{
	"c":              {"clang", "clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -Wl,--strip-all -o game.wasm game.c", "game.wasm"},
	"go":             {"go", `GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -ldflags="-s -w" -o game.wasm .`, "game.wasm"},
	"assemblyscript": {"asc", "asc game.ts -O --runtime stub -o game.wasm", "game.wasm"},
	"rust":           {"rustc", "rustc --target wasm32-unknown-unknown -O -C link-arg=--strip-all -o game.wasm game.rs", "game.wasm"},
	"tinygo":         {"tinygo", "tinygo build -target=wasip1 -buildmode=c-shared -scheduler=none -opt=2 -no-debug -o game.wasm .", "game.wasm"},
	"python":         {"python3", "", "game.py"},
}

// debianRust names the linker, which Debian's compiler does not find by itself.
const debianRust = "rustc --target wasm32-unknown-unknown -O -C linker=wasm-ld -C link-arg=--strip-all -o game.wasm game.rs"

// languages returns the languages of the templates. The manual lists the same.
func languages(t *testing.T) (names []string) {
	t.Helper()
	entries, err := templates.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if !strings.Contains(manual, " "+strings.Join(names, "|")+"]") {
		t.Errorf("the manual does not list %v", names)
	}
	return names
}

// TestTemplates builds each template whose compiler is installed, and compares the game with the
// built-in one position by position.
func TestTemplates(t *testing.T) {
	for _, language := range languages(t) {
		t.Run(language, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "game")
			if status, text := run(t, "--lang", language, dir); status != 0 {
				t.Fatalf("status %d, %s", status, text)
			}
			readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
			c := compilers[language]
			if err != nil || !strings.Contains(string(readme), c.build) || strings.Contains(string(readme), "GAME") {
				t.Fatalf("the README does not say %q (%v)", c.build, err)
			}
			if language == "rust" && !strings.Contains(string(readme), debianRust) {
				t.Errorf("the README does not say %q", debianRust)
			}
			if _, err := exec.LookPath(c.program); err != nil {
				t.Skipf("%s is not here", c.program)
			}
			text, err := build(dir, c.build)
			if err != nil && language == "rust" { // its README names this command for Debian
				text, err = build(dir, "PATH=/usr/bin:$PATH "+debianRust)
			}
			if err != nil {
				if language != "go" { // the compiler may lack support for WebAssembly
					t.Skipf("%s cannot build it here: %s", c.program, text)
				}
				t.Fatalf("%v: %s", err, text)
			}
			compareGames(t, filepath.Join(dir, c.game))
			followReadme(t, dir)
		})
	}
}

func build(dir, command string) ([]byte, error) {
	c := exec.Command("sh", "-c", command)
	c.Dir = dir
	return c.CombinedOutput()
}

func compareGames(t *testing.T, path string) {
	programs := program.New(program.Options{Runner: python.Runner, Memory: t.TempDir()})
	defer programs.Close()
	r := games.NewRegistry(tictactoe.Definition()).With(append(programs.Families(), wasm.New().Family())...)
	spec, err := r.Parse(path, os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	want := enginetest.OpenIn(t, r, "tictactoe")
	if g.Size() != want.Size() {
		t.Fatalf("%d positions, want %d", g.Size(), want.Size())
	}
	values, wanted := enginetest.Naive(g), enginetest.Naive(want)
	for i := range g.Size() {
		p, q := g.At(i), want.At(i)
		if g.Text(p) != want.Text(q) || g.Board(p) != want.Board(q) || values[i] != wanted[i] {
			t.Fatalf("position %d is %s, worth %v: want %s, worth %v", i, g.Text(p), values[i], want.Text(q), wanted[i])
		}
		if i%50 > 0 {
			continue
		}
		if back, err := g.Parse(g.Text(p)); err != nil || back != p {
			t.Fatalf("%s is read as %v, %v", g.Text(p), back, err)
		}
		for n, m := range want.Moves(q) {
			if got := g.Moves(p)[n].Turn; got != m.Turn {
				t.Fatalf("move %d at %s is %s, want %s", n, g.Text(p), got, m.Turn)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "a"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"language": {"--lang", "cobol", filepath.Join(full, "new")},
		"none":     {filepath.Join(full, "new")},
		"full":     {"--lang", "c", full},
		"a file":   {"--lang", "c", filepath.Join(full, "a")},
	} {
		status, text := run(t, args...)
		if status != 2 || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: status %d, %s", name, status, text)
		}
	}
	if entries, _ := os.ReadDir(full); len(entries) != 1 {
		t.Errorf("the folder has %d files after refusals, and had one", len(entries))
	}
}

// TestSources: a language that shares the source of another one gets that source, with its own
// README. So TinyGo gets the source that TestTemplates builds with Go.
func TestSources(t *testing.T) {
	dirs := map[string]string{}
	for mine, source := range sources {
		for _, language := range []string{mine, source} {
			dirs[language] = filepath.Join(t.TempDir(), "game")
			if status, text := run(t, "--lang", language, dirs[language]); status != 0 {
				t.Fatalf("%s: status %d, %s", language, status, text)
			}
		}
		files, err := os.ReadDir(dirs[source])
		if err != nil || len(files) < 2 {
			t.Fatalf("%s has %d files, %v", source, len(files), err)
		}
		for _, f := range files {
			want, _ := os.ReadFile(filepath.Join(dirs[source], f.Name()))
			have, err := os.ReadFile(filepath.Join(dirs[mine], f.Name()))
			if same := bytes.Equal(have, want); err != nil || same != (f.Name() != "README.md") {
				t.Errorf("%s of %s is that of %s: %v (%v)", f.Name(), mine, source, same, err)
			}
		}
	}
	source, err := os.ReadFile(filepath.Join(dirs["go"], "main.go"))
	if formatted, e := format.Source(source); err != nil || e != nil || !bytes.Equal(source, formatted) {
		t.Errorf("gofmt would change main.go (%v, %v)", err, e)
	}
}
