package enginetest

import (
	"os"
	"strings"
	"testing"
)

// Figures returns the rows of a file of published figures, split at blanks. A line that begins
// with # names the source; the first other line names the columns. Figures fails the test if
// the file is missing.
func Figures(t testing.TB, path string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sourced := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			sourced = true
		} else {
			rows = append(rows, strings.Fields(line))
		}
	}
	if !sourced || len(rows) < 2 {
		t.Fatalf("%s: want a line with the source, one with the columns, and rows", path)
	}
	return rows[1:]
}
