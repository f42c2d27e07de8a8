package games

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// testRegistry returns a registry of three games: one with a parameter of each type, one without
// parameters, and one that needs a file.
func testRegistry() *Registry {
	upper := func(content string) (string, error) {
		content = strings.ToUpper(strings.TrimSpace(content))
		switch content {
		case "BAD":
			return "", errors.New("line 1 is bad")
		case "FULL":
			return "", nil
		}
		return content, nil
	}
	return NewRegistry(
		engine.Definition{Name: "plain", New: func(engine.Spec) (engine.Game, error) { return nil, engine.InputErrorf("plain does not fit together") }},
		engine.Definition{Name: "chess", Params: []engine.Param{
			{Name: "width", Type: engine.IntParam, Default: "8", Min: 1, Max: 12},
			{Name: "fast", Type: engine.BoolParam, Default: "false"},
			{Name: "board", Type: engine.FileParam, Default: "full", Canonical: upper},
		}},
		engine.Definition{Name: "graph", Params: []engine.Param{{Name: "file", Type: engine.FileParam, Help: "an explicit graph"}}},
	)
}

var testFiles = map[string]string{
	"a.txt": "abc\n", "b:c.txt": "ABC", "full.txt": "full", "bad.txt": "bad", "empty.txt": "", "other.txt": "x",
}

func readTestFile(path string) ([]byte, error) {
	content, ok := testFiles[path]
	if !ok {
		return nil, fmt.Errorf("open %s: no such file", path)
	}
	return []byte(content), nil
}

func TestParseSpec(t *testing.T) {
	const hash = "b5d4045c3f466fa9" // the first 16 digits of the SHA-256 of ABC
	r := testRegistry()
	for text, want := range map[string]string{
		"plain":                              "plain",
		"chess":                              "chess:board=full,fast=false,width=8",
		"chess:width=08":                     "chess:board=full,fast=false,width=8",
		"chess:width=12,fast=true":           "chess:board=full,fast=true,width=12",
		"chess:fast=true,width=12":           "chess:board=full,fast=true,width=12",
		"chess:board=full":                   "chess:board=full,fast=false,width=8",
		"chess:board=full.txt":               "chess:board=full,fast=false,width=8",
		"chess:board=a.txt":                  "chess:board=" + hash + ",fast=false,width=8",
		"chess:board=b:c.txt":                "chess:board=" + hash + ",fast=false,width=8",
		"chess:board=full,fast=true,width=1": "chess:board=full,fast=true,width=1",
		"graph:file=b:c.txt":                 "graph:file=" + hash,
	} {
		spec, err := r.Parse(text, readTestFile)
		if err != nil || spec.String() != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, spec, err, want)
			continue
		}
		again, err := r.Restore(spec.String(), spec.Files())
		if err != nil || again.String() != want || fmt.Sprint(again.Files()) != fmt.Sprint(spec.Files()) {
			t.Errorf("Restore(%q) = %q with %v, %v, want it with %v", want, again, again.Files(), err, spec.Files())
		}
		if slug := spec.Slug(); strings.ContainsAny(slug, ":,=/") || !strings.HasPrefix(slug, spec.Name()) {
			t.Errorf("the slug of %v is %q", spec, slug)
		}
	}
	spec, _ := r.Parse("chess:width=5,fast=true,board=a.txt", readTestFile)
	if board, ok := spec.File("board"); spec.Int("width") != 5 || !spec.Bool("fast") || board != "ABC" || !ok {
		t.Errorf("%v has width %d, fast %v, board %q, %v", spec, spec.Int("width"), spec.Bool("fast"), board, ok)
	}
	spec, _ = r.Parse("chess", readTestFile)
	if board, ok := spec.File("board"); ok || spec.Files() != nil || spec.Bool("fast") {
		t.Errorf("%v has the board %q and files %v", spec, board, spec.Files())
	}
	if got, want := spec.Slug(), "chess-board-full-fast-false-width-8"; got != want {
		t.Errorf("slug %q, want %q", got, want)
	}
}

func TestParseSpecRefuses(t *testing.T) {
	r := testRegistry()
	for text, want := range map[string]string{
		"":                         `unknown game "": want one of chess, graph, plain`,
		"go":                       `unknown game "go": want one of chess, graph, plain`,
		"chess:width":              `"width" in "chess:width" is not a parameter: want param=value`,
		"chess:width=1,":           `"" in "chess:width=1," is not a parameter: want param=value`,
		"chess:width=1,width=1":    `parameter width is given twice in "chess:width=1,width=1"`,
		"chess:z=1,height=1,q=1":   `chess has no parameter "height": want width, fast, board`,
		"plain:width=1":            `plain has no parameter "width": it has none`,
		"chess:width=13":           `parameter width of chess is "13": want a whole number from 1 to 12`,
		"chess:width=x":            `parameter width of chess is "x": want a whole number from 1 to 12`,
		"chess:width=":             `parameter width of chess is "": want a whole number from 1 to 12`,
		"chess:fast=1":             `parameter fast of chess is "1": want true or false`,
		"chess:board=":             `chess needs board=FILE: `,
		"chess:board=no.txt":       `parameter board of chess: open no.txt: no such file`,
		"chess:board=bad.txt":      `parameter board of chess: bad.txt: line 1 is bad`,
		"graph":                    `graph needs file=FILE: an explicit graph`,
		"graph:file=empty.txt":     `parameter file of graph: empty.txt is empty`,
		"graph:file=a.txt,file2=b": `graph has no parameter "file2": want file`,
	} {
		spec, err := r.Parse(text, readTestFile)
		if err == nil || err.Error() != want || !engine.IsInput(err) {
			t.Errorf("Parse(%q) = %q with the error\n%v, want\n%s", text, spec, err, want)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	r := testRegistry()
	spec, err := r.Parse("chess:board=a.txt", readTestFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func() (engine.Spec, error){
		"no content":    func() (engine.Spec, error) { return r.Restore(spec.String(), nil) },
		"other content": func() (engine.Spec, error) { return r.Restore(spec.String(), map[string]string{"board": "ABCD"}) },
		"not canonical": func() (engine.Spec, error) { return r.Restore("chess:width=8", nil) },
		"unknown":       func() (engine.Spec, error) { return r.Restore("go:width=8", nil) },
	} {
		if spec, err := f(); err == nil {
			t.Errorf("%s: Restore gives %v", name, spec)
		}
	}
}

func TestRegistry(t *testing.T) {
	r := testRegistry()
	var names []string
	for _, d := range r.Definitions() {
		names = append(names, d.Name)
	}
	if fmt.Sprint(names) != "[chess graph plain]" {
		t.Errorf("names %v", names)
	}
	spec, err := r.Parse("plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := r.Open(spec); g != nil || !engine.IsInput(err) {
		t.Errorf("Open = %v, %v, want the error of New", g, err)
	}
	if g, err := r.Open(engine.Spec{}); g != nil || !engine.IsInput(err) {
		t.Errorf("Open of no spec = %v, %v, want an InputError", g, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("two games of one name are accepted")
		}
	}()
	NewRegistry(engine.Definition{Name: "a"}, engine.Definition{Name: "a"})
}

func TestInputError(t *testing.T) {
	err := engine.InputErrorf("want %d", 3)
	if err.Error() != "want 3" || !engine.IsInput(err) || !engine.IsInput(fmt.Errorf("reading: %w", err)) {
		t.Errorf("%v is not an input error", err)
	}
	if engine.IsInput(nil) || engine.IsInput(errors.New("want 3")) {
		t.Error("other errors are input errors")
	}
}

func FuzzRegistryParse(f *testing.F) {
	r := testRegistry()
	for _, text := range []string{"plain", "chess:width=08,fast=true", "chess:board=a.txt", "graph:file=b:c.txt", "chess:=", "graph:file=,", ":", "chess:width=1,width=2",
		"", "plain:", "plain:x=1", "chess:width=99999999999999999999", "chess:width=-1", "chess:fast=TRUE", "chess:width=8,", "Chess", "graph:file=missing", "graph:file=\xff", "plain\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := r.Parse(text, readTestFile)
		if err != nil {
			if !engine.IsInput(err) {
				t.Fatalf("Parse(%q): %v is no InputError", text, err)
			}
			return
		}
		again, err := r.Restore(spec.String(), spec.Files())
		if err != nil || again.String() != spec.String() {
			t.Fatalf("Parse(%q) = %q, restored as %q, %v", text, spec, again, err)
		}
	})
}
