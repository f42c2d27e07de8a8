package ledger

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/kv/formattest"
)

// FORMAT.md lists exactly the notes of the program.
func TestFormatNotes(t *testing.T) {
	names := formattest.Strings(t, "notes.go")
	for i, name := range names {
		names[i] = strings.Replace(strings.Replace(name, "%d", "S", 1), "%d", "K", 1)
	}
	formattest.Same(t, "notes", formattest.Names(t, "FORMAT.md", "## Notes"), names)
}
