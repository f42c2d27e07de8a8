// Package house tests what all rooms have in common, and that what the guides name is there.
package house_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// These bounds keep what has to be read at a time small. A name that is not kept within
// them stands here with the reason.
const (
	mostMethods = 22 // of a type; an engine.Game alone has 17
	mostLines   = 60 // of a function's body: a screen
)

// TestMain has the tests look at the repository from its top.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var largeTypes = map[string]string{}

var longFunctions = map[string]string{}

// TestTypes checks that no type has more methods than one can keep in view. Tests do not
// count.
func TestTypes(t *testing.T) {
	methods := map[string]int{}
	eachFunction(t, func(folder string, _ *token.FileSet, f *ast.FuncDecl) {
		if name := receiver(f); name != "" {
			methods[folder+"."+name]++
		}
	})
	for name, n := range methods {
		if n > mostMethods && largeTypes[name] == "" {
			t.Errorf("%s has %d methods: want at most %d", name, n, mostMethods)
		}
	}
	for name := range largeTypes {
		if methods[name] <= mostMethods {
			t.Errorf("%s is no large type any more", name)
		}
	}
}

// TestFunctions checks that every function fits a screen. Tests do not count.
func TestFunctions(t *testing.T) {
	long := map[string]bool{}
	eachFunction(t, func(folder string, set *token.FileSet, f *ast.FuncDecl) {
		if f.Body == nil {
			return
		}
		name := folder + "."
		if of := receiver(f); of != "" {
			name += of + "."
		}
		name += f.Name.Name
		lines := set.Position(f.Body.Rbrace).Line - set.Position(f.Body.Lbrace).Line - 1
		if lines <= mostLines {
			return
		}
		long[name] = true
		if longFunctions[name] == "" {
			t.Errorf("%s has %d lines: want at most %d", name, lines, mostLines)
		}
	})
	for name := range longFunctions {
		if !long[name] {
			t.Errorf("%s is no long function any more", name)
		}
	}
}

// eachFunction calls visit with every function of the repository but those of tests.
func eachFunction(t *testing.T, visit func(folder string, set *token.FileSet, f *ast.FuncDecl)) {
	t.Helper()
	set := token.NewFileSet()
	for _, path := range files(t) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				visit(filepath.ToSlash(filepath.Dir(path)), set, f)
			}
		}
	}
}

// receiver returns the name of the type that a function is a method of, or "".
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	for of := f.Recv.List[0].Type; ; {
		switch e := of.(type) {
		case *ast.StarExpr:
			of = e.X
		case *ast.IndexExpr:
			of = e.X
		case *ast.IndexListExpr:
			of = e.X
		case *ast.Ident:
			return e.Name
		default:
			panic(fmt.Sprintf("a receiver of the type %T", e))
		}
	}
}

// files returns the paths of all files but those of testdata and of hidden folders.
func files(t *testing.T) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case !d.IsDir():
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

var (
	quoted   = regexp.MustCompile("`([^`]+)`|\\]\\(([^)#]+)\\)")
	testName = regexp.MustCompile(`^(Test|Fuzz)[A-Z]\w*$`)
	fileName = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*$`)
	declared = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// TestGuides checks that the files, folders and tests exist that the guides name. A file
// without a folder is one of the folder that was named last.
func TestGuides(t *testing.T) {
	tests := map[string]bool{}
	for _, path := range files(t) {
		if strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
				tests[m[1]] = true
			}
		}
	}
	for _, guide := range []string{"CONTRIBUTING.md", "DESIGN.md"} {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		folder := "."
		for n, line := range strings.Split(string(text), "\n") {
			for _, m := range quoted.FindAllStringSubmatch(line, -1) {
				name := strings.TrimPrefix(strings.TrimPrefix(m[1]+m[2], "go doc "), "./")
				switch {
				case testName.MatchString(name):
					if !tests[name] {
						t.Errorf("%s:%d: there is no test %s", guide, n+1, name)
					}
				case isPath(name):
					if found, ok := find(name, folder); ok {
						folder = found
					} else {
						t.Errorf("%s:%d: there is no file %s, not in %s either", guide, n+1, name, folder)
					}
				}
			}
		}
	}
}

// ends are the endings that tell the name of a file from that of a field or a function.
var ends = []string{".go", ".md", ".py", ".js", ".svg"}

// isPath reports whether a name is one of a file or of a folder of the repository.
func isPath(name string) bool {
	if !fileName.MatchString(name) || strings.Contains(name, "NAME") || strings.HasSuffix(name, "...") {
		return false
	}
	top, _, nested := strings.Cut(name, "/")
	return slices.Contains(ends, filepath.Ext(name)) ||
		nested && slices.Contains([]string{"engine", "kv", "query", "solver", "tools"}, top)
}

// find looks for a file from the top and in a folder, and returns the folder it is in, or
// that it is.
func find(name, folder string) (string, bool) {
	for _, path := range []string{name, filepath.Join(folder, name)} {
		if info, err := os.Stat(path); err == nil {
			if info.IsDir() {
				return path, true
			}
			return filepath.Dir(path), true
		}
	}
	return "", false
}
