package picture

import (
	"testing"

	"github.com/foregone-db/foregone/engine/drawing"
)

// FuzzReadBoard reads arbitrary drawn boards. Each square has a column and a row.
func FuzzReadBoard(f *testing.F) {
	for _, text := range []string{"  a b\n2 X .\n1 . O", "3 . . .\n2 X O #\n1 . . .\n  a b c\nX to move", " ab\n1é.\n", "a", "1 x"} {
		f.Add(text, 1)
	}
	d := drawing.Depiction{Relative: true, Turned: true}
	f.Fuzz(func(t *testing.T, text string, ply int) {
		b, ok := readBoard(text, d, ply)
		if ok && len(b.cells) != len(b.Rows)*len(b.Columns) {
			t.Errorf("%d cells, %d rows, %d columns", len(b.cells), len(b.Rows), len(b.Columns))
		}
		for _, s := range b.Squares {
			if s.Column >= len(b.Columns) || s.Row >= len(b.Rows) {
				t.Errorf("a square at %+v of %d columns and %d rows", s, len(b.Columns), len(b.Rows))
			}
		}
	})
}
