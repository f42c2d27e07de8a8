package drawing

import (
	"encoding/json"
	"testing"
)

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

// FuzzDepiction reads depictions as games in other languages declare them. One that is accepted is written
// and read again, and shows any symbol.
func FuzzDepiction(f *testing.F) {
	f.Add([]byte(`{"ground":"points","color":"#00ff00","owners":"12","looks":{"X":{"shape":"disc","label":"x"},"o":{"figure":"dog","second":true,"joins":"lr"}},"heaps":[{"find":"([0-9]+)-([0-9]+)","side":1}]}`), "X1-2")
	f.Add([]byte(`{"players":[{"name":"A"},{"color":"#1234567"}],"marks":{"a1":"=x"}}`), "o")
	f.Add([]byte(`{"looks":{"ab":{}}}`), "a")
	f.Fuzz(func(t *testing.T, text []byte, board string) {
		var d, again Depiction
		if json.Unmarshal(text, &d) != nil || d.Check() != nil {
			return
		}
		written, err := json.Marshal(d)
		if err == nil {
			err = json.Unmarshal(written, &again)
		}
		if err != nil || again.Check() != nil {
			t.Fatalf("%s is written as %s: %v", text, written, err)
		}
		for n, symbol := range []rune(board) {
			d.Of(symbol, n)
		}
		d.Balance([]rune(board))
		if l, ok := ReadLayout(board); ok {
			d.Turn(l, board, 1)
		}
	})
}
