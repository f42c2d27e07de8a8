package pushfight

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.Open(f, Definition(), "pushfight"),
		".OX.....oxX.....Oox...OY..", ".XO.....xoP....Xxo.....XO.", ".OX.....oxX.....Oox...OX..",
		"  .OX..\n...oxX..\n..Oox...\n ..OX.\n", "4   .OX..  4\n3 ...oxX.. 3\n2 ..Oox... 2\n1  ..OY.   1\n",
		"194131625612", "+8401495373", "-8401495373", "", "+", "999999999999999999999", "é")
}

// FuzzBoard draws boards. The drawing of an accepted one gives the same board.
func FuzzBoard(f *testing.F) {
	f.Add(FullBoard)
	f.Add("\n  ..\r\n. .\n\n...\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseBoard(text)
		if err != nil {
			return
		}
		again, err := ParseBoard(b.text)
		if err != nil || *again != *b || b.squares < 1 {
			t.Errorf("%q is drawn %q: %v", text, b.text, err)
		}
	})
}

// FuzzTurn plays any text at a position. What is accepted leads to a position that can be written.
func FuzzTurn(f *testing.F) {
	v := enginetest.Open(f, Definition(), "pushfight").(*Variant)
	p, err := v.Parse(".OX.....oxX.....Oox...OY..")
	if err != nil {
		f.Fatal(err)
	}
	for n, m := range v.Moves(p) {
		if n%1000 == 0 {
			f.Add(m.Turn)
		}
	}
	f.Add("a1-a2,b3-,c4-c5,")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := v.Play(p, text)
		switch {
		case err != nil && !engine.IsInput(err):
			t.Error(err)
		case err == nil && !r.Ended:
			if q, err := v.Parse(v.Text(r.To)); err != nil || q != r.To {
				t.Errorf("%q leads to %s: %v", text, v.Text(r.To), err)
			}
		}
	})
}
