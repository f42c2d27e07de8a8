package kv

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
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
	formattest.Same(t, "folder", trimmed(formattest.Names(t, "FORMAT.md", "## The folder"), "/"), constants(t, "folder.go", "Name$"))
	formattest.Same(t, "scratch files", trimmed(formattest.Names(t, "FORMAT.md", "## Scratch files"), "/SW"), constants(t, "folder.go", "(File|Folder)$"))
}

func TestBelongs(t *testing.T) {
	for _, name := range append(constants(t, "folder.go", "Name$"), "table.foregone.tmp-X", "keys.foregone.new", ".hidden", "lost+found") {
		if got, want := Belongs(name), name != InPlaceName && name != BitmapsName; got != want {
			t.Errorf("%s belongs to a solve: %v, want %v", name, got, want)
		}
	}
	for _, name := range []string{"diary.txt", "stores", "Table.foregone", "scratch.old"} {
		if Belongs(name) {
			t.Errorf("%s belongs to a solve", name)
		}
	}
}

// constants returns the values of the string constants, exported or not, in a file of Go
// whose names match a regular expression.
func constants(t testing.TB, path, names string) (values []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(names)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			if !want.MatchString(name.Name) || i >= len(spec.Values) {
				continue
			}
			if value, ok := spec.Values[i].(*ast.BasicLit); ok && value.Kind == token.STRING {
				text, err := strconv.Unquote(value.Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, text)
			}
		}
		return true
	})
	return values
}
