package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDependencies: DEPENDENCIES.md lists the modules that are linked, each with a licence and what
// it is for.
func TestDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	slices.Sort(linked)
	linked = slices.Compact(linked)
	page, err := os.ReadFile("DEPENDENCIES.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(.+)` \\| ([A-Za-z].+) \\| ([A-Za-z/].+) \\|$").FindAllStringSubmatch(string(page), -1) {
		listed = append(listed, row[1])
	}
	for _, module := range linked {
		if !slices.Contains(listed, module) {
			t.Errorf("DEPENDENCIES.md lacks %s, or its licence, or what it is for", module)
		}
	}
	for _, module := range listed {
		if !slices.Contains(linked, module) {
			t.Errorf("DEPENDENCIES.md lists %s, which is not linked", module)
		}
	}
}
