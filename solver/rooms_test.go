package solver

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/solver/internal/budget"
)

// floors are the rooms of this folder from the ground up. A room imports only rooms of
// floors below its own.
var floors = [][]string{
	{"files", "pages", "phase"},
	{"store", "task", "budget", "progress"},
	{"crew", "ledger"},
	{"exchange", "region", "values"},
	{"phases", "layers", "slabs"},
}

// TestImports checks that no room imports one of its own floor, or above it, or the
// package that is above all.
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

// TestStrategies checks that the rooms know the strategies by the names that callers do.
func TestStrategies(t *testing.T) {
	for strategy, below := range map[Strategy]budget.Strategy{Auto: budget.Auto, Forward: budget.Forward, Backward: budget.Backward} {
		if string(strategy) != string(below) {
			t.Errorf("%s is %s below", strategy, below)
		}
	}
}
