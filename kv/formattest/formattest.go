// Package formattest compares the lists of a FORMAT.md with the code.
package formattest

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Names returns the names in backquotes in the first column of a table of the page at path: the
// first table with such names between a heading, such as "## Folder", and the next heading.
func Names(t testing.TB, path, heading string) (names []string) {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "\n"+heading+"\n")
	if !found {
		t.Fatalf("%s has no heading %q", path, heading)
	}
	for line := range strings.Lines(rest) {
		switch row := strings.HasPrefix(line, "|"); {
		case row:
			for _, name := range quoted.FindAllStringSubmatch(strings.Split(line, "|")[1], -1) {
				names = append(names, name[1])
			}
		case len(names) > 0 || strings.HasPrefix(line, "#"):
			return names
		}
	}
	return names
}

var quoted = regexp.MustCompile("`([^`]+)`")

// Fields returns the names that the fields of a struct have in JSON.
func Fields(v any) (names []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(v)) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// Same fails unless page and code have the same names, in any order.
func Same(t testing.TB, what string, listed, have []string) {
	t.Helper()
	for _, name := range have {
		if !slices.Contains(listed, name) {
			t.Errorf("%s: the page does not list %q", what, name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(have, name) {
			t.Errorf("%s: the page lists %q, which the code has not", what, name)
		}
	}
	if len(have) == 0 {
		t.Errorf("%s: nothing was compared", what)
	}
}
