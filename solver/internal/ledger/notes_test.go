package ledger

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/kv/formattest"
)

// FORMAT.md lists exactly the notes of the program.
func TestFormatNotes(t *testing.T) {
	names := stringsOf(t, "notes.go")
	for i, name := range names {
		names[i] = strings.Replace(strings.Replace(name, "%d", "S", 1), "%d", "K", 1)
	}
	formattest.Same(t, "notes", formattest.Names(t, "FORMAT.md", "## Notes"), names)
}

// stringsOf returns the quoted strings in a file of Go, other than its imports.
func stringsOf(t testing.TB, path string) (texts []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if lit, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(lit.Value, `"`) {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		return true
	})
	return texts
}
