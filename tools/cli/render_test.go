package cli

import (
	"testing"
	"text/template"
)

// TestTemplates parses the template of every result. The scripts compare what they print.
func TestTemplates(t *testing.T) {
	entries, err := templates.ReadDir("templates")
	if err != nil {
		t.Fatal(err)
	}
	manuals := map[string]bool{"man": true, "bash": true, "fish": true, "zsh": true} // help.go has their functions
	for _, e := range entries {
		if manuals[e.Name()] {
			continue
		}
		if _, err := template.New(e.Name()).Funcs(new(Console).words()).ParseFS(templates, "templates/parts", "templates/"+e.Name()); err != nil {
			t.Error(err)
		}
	}
}
