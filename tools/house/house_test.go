// Package house tests rules that hold in all packages, and that the files, folders and tests in the
// guides exist.
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

// These limits bound what a reader has to keep in mind.
const (
	mostFields  = 80 // reachable from a value of a struct type, within its package
	mostDepth   = 3  // of structs embedded in one another
	mostImports = 24 // packages of this module that a package imports
	mostLines   = 60 // of a function's body: a screen
)

// Packages that exceed a limit, with their own limit and the reason. The lists may only shrink:
// remove a package that is within the common limit.
var (
	largeTypes = map[string]beyond{
		"engine/placement":      {140, "a scratch reaches the declaration and the tables made from it"},
		"engine/pushfight":      {180, "tables of moves and pushes are filled once and shared by all searches"},
		"engine/rpsw":           {90, "a scratch holds a table for each kind of piece"},
		"solver":                {90, "a run holds the plan, the ledger and the reports of a solve"},
		"solver/internal/slabs": {85, "a solve holds its log, its records and its live slabs"},
		"solver/cluster":        {160, "a step reaches its leader and its replica"},
	}
	deepTypes = map[string]beyond{
		"engine/morris": {4, "the numbers of a ranked board come in layers"},
	}
	manyImports = map[string]beyond{
		"solver":    {28, "it joins the rooms of solver/internal"},
		"tools/cli": {26, "it lists the commands"},
	}
	longFunctions map[string]beyond
)

// beyond is the limit of a package that exceeds the common one.
type beyond struct {
	limit  int
	reason string
}

// TestMain runs the tests in the top folder of the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// within compares sizes in each package with the common limit, or with the package's own.
func within(t *testing.T, what string, limit int, sizes map[string]map[string]int, own map[string]beyond) {
	t.Helper()
	for folder, things := range sizes {
		most := max(limit, own[folder].limit)
		largest := 0
		for name, n := range things {
			largest = max(largest, n)
			if n > most {
				t.Errorf("%s has %d %s: want at most %d", strings.TrimSuffix(folder+"."+name, "."), n, what, most)
			}
		}
		if own[folder].limit > 0 && largest <= limit {
			t.Errorf("%s has at most %d %s: take it off its list", folder, largest, what)
		}
	}
	for folder := range own {
		if sizes[folder] == nil {
			t.Errorf("%s is on a list and does not exist", folder)
		}
	}
}

// set records a size by package and name.
func set(sizes map[string]map[string]int, folder, name string, n int) {
	if sizes[folder] == nil {
		sizes[folder] = map[string]int{}
	}
	sizes[folder][name] = max(sizes[folder][name], n) // with build tags there may be several of a name
}

// structs are the struct types of a package by name.
type structs map[string]*ast.StructType

// packages returns the struct types of each package, by folder. Tests do not count.
func packages(t *testing.T) map[string]structs {
	t.Helper()
	all := map[string]structs{}
	eachFile(t, func(folder string, _ *token.FileSet, file *ast.File) {
		if all[folder] == nil {
			all[folder] = structs{}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					all[folder][spec.Name.Name] = s
				}
			}
			return true
		})
	})
	return all
}

// fields adds to seen the structs reachable from a struct by fields of the package's own types,
// embedded or not, also through pointers, slices and maps. It returns the number of fields of all
// of them.
func (s structs) fields(name string, seen map[string]bool) (n int) {
	if s[name] == nil || seen[name] {
		return 0
	}
	seen[name] = true
	for _, f := range s[name].Fields.List {
		n += max(len(f.Names), 1)
		ast.Inspect(f.Type, func(node ast.Node) bool {
			switch e := node.(type) {
			case *ast.FuncType, *ast.InterfaceType, *ast.SelectorExpr:
				return false // calls, and types of other packages
			case *ast.Ident:
				n += s.fields(e.Name, seen)
			}
			return true
		})
	}
	return n
}

// depth returns the number of levels of the package's structs that a struct embeds.
func (s structs) depth(name string) (n int) {
	if s[name] == nil {
		return 0
	}
	for _, f := range s[name].Fields.List {
		of := f.Type
		if star, ok := of.(*ast.StarExpr); ok {
			of = star.X
		}
		if e, ok := of.(*ast.Ident); ok && len(f.Names) == 0 && s[e.Name] != nil {
			n = max(n, 1+s.depth(e.Name))
		}
	}
	return n
}

// TestTypes checks that a reader can keep a type in mind: it bounds the fields reachable from a
// value, and the levels of embedded structs.
func TestTypes(t *testing.T) {
	sizes, depths := map[string]map[string]int{}, map[string]map[string]int{}
	for folder, s := range packages(t) {
		for name := range s {
			set(sizes, folder, name, s.fields(name, map[string]bool{}))
			set(depths, folder, name, s.depth(name))
		}
	}
	within(t, "fields within reach", mostFields, sizes, largeTypes)
	within(t, "embedded structs in a chain", mostDepth, depths, deepTypes)
}

// TestImports checks that no package imports too many others of this module. Lists of games and
// commands, which need all, have their own limits.
func TestImports(t *testing.T) {
	imports := map[string]map[string]bool{}
	eachFile(t, func(folder string, _ *token.FileSet, file *ast.File) {
		if imports[folder] == nil {
			imports[folder] = map[string]bool{}
		}
		for _, i := range file.Imports {
			if strings.HasPrefix(i.Path.Value, `"github.com/foregone-db/foregone/`) {
				imports[folder][i.Path.Value] = true
			}
		}
	})
	sizes := map[string]map[string]int{}
	for folder, list := range imports {
		set(sizes, folder, "", len(list))
	}
	within(t, "imports", mostImports, sizes, manyImports)
}

// TestFunctions checks that every function fits a screen. Tests do not count.
func TestFunctions(t *testing.T) {
	sizes := map[string]map[string]int{}
	eachFile(t, func(folder string, position *token.FileSet, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				name := strings.TrimPrefix(receiver(f)+"."+f.Name.Name, ".")
				set(sizes, folder, name, position.Position(f.Body.Rbrace).Line-position.Position(f.Body.Lbrace).Line-1)
			}
		}
	})
	within(t, "lines", mostLines, sizes, longFunctions)
}

// eachFile calls visit with every Go file of the repository, except tests.
func eachFile(t *testing.T, visit func(folder string, set *token.FileSet, file *ast.File)) {
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
		visit(filepath.ToSlash(filepath.Dir(path)), set, file)
	}
}

// receiver returns the name of the receiver's type of a method, or "".
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

// files returns the paths of all files, except those in testdata and in hidden folders.
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

// TestGuides checks that the files, folders and tests named in the guides exist. A file without a
// folder is in the folder named last.
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

// ends are the extensions that distinguish names of files from those of fields and functions.
var ends = []string{".go", ".md", ".py", ".js", ".svg"}

// isPath reports whether a name is that of a file or folder of the repository.
func isPath(name string) bool {
	if !fileName.MatchString(name) || strings.Contains(name, "NAME") || strings.HasSuffix(name, "...") {
		return false
	}
	top, _, nested := strings.Cut(name, "/")
	return slices.Contains(ends, filepath.Ext(name)) ||
		nested && slices.Contains([]string{"engine", "kv", "query", "solver", "tools"}, top)
}

// find finds a file or folder from the top, or in folder. It returns the file's folder, or the
// folder itself.
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
