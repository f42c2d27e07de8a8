package drawing

import "testing"

// FuzzReadLayout reads arbitrary drawn boards. Each square has a column and a row.
func FuzzReadLayout(f *testing.F) {
	for _, text := range []string{"  a b\n2 X .\n1 . O", "3 . . .\n2 X O #\n1 . . .\n  a b c\nX to move", " ab\n1é.\n", "a", "1 x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, _ := ReadLayout(text)
		for _, s := range l.Squares {
			if s.Column >= len(l.Columns) || s.Row >= len(l.Rows) {
				t.Errorf("a square at %+v of %d columns and %d rows", s, len(l.Columns), len(l.Rows))
			}
		}
	})
}
