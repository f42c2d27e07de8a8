package solver

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors lists the packages below this one, lowest first. A package imports only packages of lower
// floors.
var floors = [][]string{
	{"files", "pages", "phase", "clock"},
	{"task", "budget", "progress", "lookup"},
	{"crew", "ledger", "moves"},
	{"exchange", "region", "values", "party"},
	{"way", "parts"},
	{"phases", "layers", "scores", "slabs", "sweeps", "chance"},
}

// TestImports checks that no package imports one of its own floor or a higher one, or package
// solver.
func TestImports(t *testing.T) {
	const here = "github.com/foregone-db/foregone/solver"
	floor := map[string]int{}
	for n, rooms := range floors {
		for _, room := range rooms {
			floor[room] = n
		}
	}
	folders, err := os.ReadDir("internal")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		room := folder.Name()
		if _, ok := floor[room]; !ok {
			t.Errorf("room %s is on no floor", room)
		}
		files, err := filepath.Glob(filepath.Join("internal", room, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("room %s has no files (%v)", room, err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imported := range parsed.Imports {
				path, err := strconv.Unquote(imported.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				below, inside := strings.CutPrefix(path, here+"/internal/")
				switch {
				case path == here, strings.HasPrefix(path, here+"/") && !inside:
					t.Errorf("%s imports %s, which is above it", file, path)
				case inside && below != room && floor[below] >= floor[room]:
					t.Errorf("%s imports room %s, which is not below it", file, below)
				}
			}
		}
	}
}

// folders says which top-level folders the packages of each may import, as in DESIGN.md.
var folders = map[string][]string{
	"engine": {"engine"},
	"kv":     {"engine", "kv"},
	"solver": {"engine", "kv", "solver"},
	"query":  {"engine", "kv", "query"},
	"tools":  {"engine", "kv", "solver", "query", "tools"},
}

// general are the folders of engine that are not games. Folder internal has the code that games
// share.
var general = []string{"discover", "drawing", "enginetest", "fast", "games", "internal", "multiset", "placement", "pool"}

// whole are the packages that have many games: their lists, and the program that runs in browsers.
var whole = []string{"engine/builtin", "engine/builtin/dice", "query/site/reader"}

// TestFolders checks the imports of all packages by their folders. Only a game's own folders,
// folders with its name, tools, and the packages that have all games may import the game.
func TestFolders(t *testing.T) {
	const module = "github.com/foregone-db/foregone/"
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		path = strings.TrimPrefix(filepath.ToSlash(path), "../")
		here := strings.Split(path, "/")
		seen[here[0]] = true
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", path), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range parsed.Imports {
			there, ours := strings.CutPrefix(strings.Trim(imported.Path.Value, `"`), module)
			if !ours {
				continue
			}
			parts := strings.Split(there, "/")
			if !slices.Contains(folders[here[0]], parts[0]) {
				t.Errorf("%s imports %s, which is not below it", path, there)
			}
			game := parts[0] == "engine" && len(parts) > 1 && !slices.Contains(general, parts[1])
			if game && here[0] != "tools" && !slices.Contains(here[:len(here)-1], parts[1]) && !slices.Contains(whole, strings.Join(here[:len(here)-1], "/")) {
				t.Errorf("%s imports the game %s", path, there)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder := range folders {
		if !seen[folder] {
			t.Errorf("there is no folder %s", folder)
		}
	}
}
