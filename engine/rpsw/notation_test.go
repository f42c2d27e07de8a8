package rpsw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
)

// rows joins the rows of a position, the top one first.
func rows(list ...string) string { return strings.Join(list, "") }

func parse(t testing.TB, v *Variant, text string) engine.Position {
	t.Helper()
	p, err := v.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMoves checks all moves of positions worked out by hand: "=" marks winning moves.
func TestMoves(t *testing.T) {
	v := open(t, "rpsw")
	for _, c := range []struct{ name, text, moves string }{
		{"corner", rows("....", "....", "..s.", "....", "....", "R..."), "a1-a2 a1-b1 a1-b2"},
		{"alone in the middle", rows("p...", "....", "....", ".R..", "....", "...."),
			"b3-a2 b3-a3 b3-a4 b3-b2 b3-b4 b3-c2 b3-c3 b3-c4"},
		{"each takes and is blocked by", rows("....", "....", "....", "rpsw", ".R..", "...."),
			"b2-a1 b2-a2 b2-b1 b2-c1 b2-c2 b2xc3"},
		{"paper", rows("....", "....", "....", "rpw.", ".P..", "...."), "b2-a1 b2-a2 b2-b1 b2-c1 b2-c2 b2xa3 b2xc3"},
		{"scissors", rows("....", "....", "....", "rpsw", ".S..", "...."), "b2-a1 b2-a2 b2-b1 b2-c1 b2-c2 b2xb3"},
		{"well", rows("....", "....", "....", "rsp.", ".W..", "...."), "b2-a1 b2-a2 b2-b1 b2-c1 b2-c2 b2xa3 b2xb3"},
		{"base row reached or blocked", rows("rp.s", ".R..", "....", "....", "....", "...."),
			"b5-a4 b5-a5 b5-b4 b5-c4 b5-c5 b5-c6="},
		{"base row by capture", rows(".p.s", "..R.", "....", "....", "....", "...."),
			"c5-b4 c5-b5 c5-c4 c5-c6= c5-d4 c5-d5 c5xd6="},
		{"last piece taken", rows("....", "....", "....", "..s.", ".R..", "...."),
			"b2-a1 b2-a2 b2-a3 b2-b1 b2-b3 b2-c1 b2-c2 b2xc3="},
		{"own pieces block", rows("s...", "....", "....", "....", "SP..", "RW.."),
			"a2-a3 a2-b3 b1-c1 b1-c2 b2-a3 b2-b3 b2-c1 b2-c2 b2-c3"},
	} {
		p := parse(t, v, c.text)
		var got []string
		for _, m := range v.Moves(p) {
			if m.Ended {
				m.Turn += "="
			}
			got = append(got, m.Turn)
		}
		if s := strings.Join(got, " "); s != c.moves {
			t.Errorf("%s\n%shas moves %s\nwant %s", c.name, v.Board(p), s, c.moves)
		}
	}
}

// TestStuck checks that a mover without moves has lost. The default board is too wide for such
// positions.
func TestStuck(t *testing.T) {
	for _, c := range []struct {
		width, height int
		text          string
		moves         int
	}{
		{2, 3, "..pwRW", 0},
		{2, 3, "..prRW", 1}, // the well takes the rock
		{2, 3, "..pw.W", 1},
		{1, 3, ".pR", 0},
		{1, 3, ".sR", 1},
		{3, 2, "rpwRPW", 2}, // paper takes rock and well, on the base row
	} {
		v := variant(t, c.width, c.height, 4)
		p := parse(t, v, c.text)
		i, stored := v.Index(p)
		if _, over := v.Finished(p); over || !stored {
			t.Errorf("%s: finished %v, stored %v", c.text, over, stored)
		}
		if moves := v.Moves(p); len(moves) != c.moves {
			t.Errorf("%s has moves %v, want %d", c.text, moves, c.moves)
		}
		successors, ends := v.NewScratch().AppendSuccessors(nil, i)
		if (len(successors) == 0 && ends == 0) != (c.moves == 0) {
			t.Errorf("%s has successors %v, ends %v", c.text, successors, ends)
		}
	}
}

// TestPlay follows a game to its end: sides swap and the board turns.
func TestPlay(t *testing.T) {
	v := open(t, "rpsw:pieces=2")
	p := parse(t, v, rows("..sp", "....", "....", "....", ".W..", "R..."))
	for _, c := range []struct{ move, to string }{
		{"b2-b3", rows("...r", "....", "..w.", "....", "....", "PS..")},
		{"b1-c2", rows("...p", ".s..", "....", ".W..", "....", "R...")},
		{"b3-b4", rows("...r", "....", "....", "..w.", "..S.", "P...")},
		{"c2-b2", rows("...p", "..s.", ".W..", "....", "....", "R...")},
		{"b4xc5", rows("...r", "....", "....", "....", ".w..", "P...")},
		{"a1xb2", rows("....", "..p.", "....", "....", "....", "R...")},
		{"a1-a2", rows("....", "...r", "....", "....", ".P..", "....")},
		{"b2-b3", rows("....", "....", "..p.", "....", "R...", "....")},
		{"a2-b3", rows("....", "....", "..r.", ".P..", "....", "....")},
		{"b3xc4", rows("....", "....", "....", ".p..", "....", "....")},
	} {
		r, err := v.Play(p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if v.Text(r.To) != c.to || r.Ended != (c.move == "b3xc4") {
			t.Fatalf("%s leads to\n%swant %s", c.move, v.Board(r.To), c.to)
		}
		p = r.To
	}
}

// TestPlayRefuses checks that illegal turns are refused with a list of the legal ones, and that a
// finished game has no turns.
func TestPlayRefuses(t *testing.T) {
	v := open(t, "rpsw")
	p := parse(t, v, rows("...p", "....", "....", "....", "wsP.", ".R.."))
	for _, turn := range []string{
		"", "b1b2", "b1-", "e1-a1", "B1-A1", "b1-a10", "a1-a2", "a2-a3", "b1-b3", "b1-b1",
		"b1-c2",          // an own piece is in the way
		"b1xa2",          // R does not take w
		"b1-b2", "b1xa1", // a capture, and none
	} {
		if _, err := v.Play(p, turn); !engine.IsInput(err) || !strings.Contains(err.Error(), "want one of b1-a1, b1-c1, b1xb2, c2-") {
			t.Errorf("%q: %v", turn, err)
		}
	}
	r, err := v.Play(parse(t, v, rows("....", "..R.", "....", "....", "..p.", "....")), "c5-c6")
	if err != nil || !r.Ended || r.End != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if text, want := v.Text(r.To), rows("....", ".P..", "....", "....", "....", ".r.."); text != want {
		t.Errorf("a finished game is %s, want %s", text, want)
	}
	if value, over := v.Finished(r.To); !over || value != 1 {
		t.Errorf("finished: %v, %v", value, over)
	}
	if _, err := v.Play(r.To, "a1-a2"); !engine.IsInput(err) {
		t.Errorf("a finished game goes on: %v", err)
	}
	if _, ok := v.Index(r.To); ok || len(v.Moves(r.To)) > 0 {
		t.Error("a finished position has an index or moves")
	}
}

// TestParse reads rows and line breaks, and refuses invalid positions.
func TestParse(t *testing.T) {
	v := open(t, "rpsw:pieces=2")
	text := rows("..sp", "....", "....", "....", ".W..", "R...")
	p := parse(t, v, text)
	for _, same := range []string{
		" " + text + "\n", "..sp\n....\n....\n....\n.W..\nR...", "..sp\r\n....\r\n....\r\n....\r\n.W..\r\nR...\r\n",
		"..sp/..../..../..../.W../R...",
	} {
		if q, err := v.Parse(same); err != nil || q != p {
			t.Errorf("%q: %v", same, err)
		}
	}
	if want := "6 . . s p\n5 . . . .\n4 . . . .\n3 . . . .\n2 . W . .\n1 R . . .\n  a b c d\n"; v.Board(p) != want {
		t.Errorf("drawn as\n%s", v.Board(p))
	}
	for text, reason := range map[string]string{
		"":                                   "has 0 squares: want 24, row by row",
		rows("..sp", "R..."):                 "has 8 squares",
		text + ".":                           "has 25 squares",
		rows("..sp....", text[8:20], "X..."): `has "X" on a1`,
		rows("..sp....", text[8:20], "é..."): `has 25 squares`,
		rows("..s.", "....", "....", "R...", "....", "R..."): "has counts that do not go together: 2R 0P",
		rows("..s.", "..s.", "....", "R...", "....", "...."): "has counts that do not go together: 1R 0P 0S 0W 0r 0p 2s 0w",
		rows("..s.", "..p.", "r...", "R...", "....", "...."): "has counts that do not go together: 1R 0P 0S 0W 1r 1p 1s 0w",
		rows("....", "..P.", "S...", "R...", "....", ".r.."): "has counts that do not go together: 1R 1P 1S 0W 1r",
		rows("....", "....", "....", "....", "....", "...."): "has counts that do not go together: 0R",
		rows("....", "....", "..r.", "....", "....", "...."): "is a finished game",
		rows("....", "....", "..R.", "....", "....", "...."): "has counts that do not go together: 1R 0P 0S 0W 0r 0p 0s 0w",
		rows("....", "....", "..R.", "....", "....", "..p."): "is a finished game",
		rows("R...", "....", "..p.", "....", "....", "...."): "is a finished game",
	} {
		if _, err := v.Parse(text); !engine.IsInput(err) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, want %s", text, err, reason)
		}
	}
	r := games.NewRegistry(Definition())
	for spec, reason := range map[string]string{
		"rpsw:width=0": "from 1 to 8", "rpsw:width=9": "from 1 to 8", "rpsw:height=1": "from 2 to 8",
		"rpsw:pieces=5": "from 1 to 4", "rpsw:pieces=0": "from 1 to 4", "rpsw:size=4": "want width, height, pieces",
	} {
		if _, err := r.Parse(spec, nil); !engine.IsInput(err) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, want %s", spec, err, reason)
		}
	}
}

// FuzzParse checks that each accepted text gives a position that reads the same again, and that
// each error is one line.
func FuzzParse(f *testing.F) {
	list := []*Variant{open(f, "rpsw"), variant(f, 3, 4, 2)}
	for _, v := range list {
		for _, i := range []uint64{0, 17, v.Size() / 2, v.Size() - 1} {
			f.Add(v.Text(v.At(i)))
			f.Add(v.Board(v.At(i)))
		}
	}
	f.Add("R\n\rr12 abcd")
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range list {
			p, err := v.Parse(text)
			if err != nil {
				if !engine.IsInput(err) || strings.ContainsAny(err.Error(), "\r\n") {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			q, err := v.Parse(v.Text(p))
			i, ok := v.Index(p)
			if err != nil || q != p || !ok || i >= v.Size() {
				t.Fatalf("%q is %v, which is read as %v, %v, index %d", text, p, q, err, i)
			}
			for _, m := range v.Moves(p) {
				if r, err := v.Play(p, m.Turn); err != nil || r != m.Result {
					t.Fatalf("%q: %s: %v, %v", text, m.Turn, r, err)
				}
			}
		}
	})
}

func ExampleDefinition() {
	r := games.NewRegistry(Definition())
	spec, _ := r.Parse("rpsw:pieces=1", nil)
	g, _ := r.Open(spec)
	p, _ := g.Parse("....s............W......")
	fmt.Print(g.Board(p))
	for _, m := range g.Moves(p) {
		fmt.Print(m.Turn, " ")
	}
	// Output:
	// 6 . . . .
	// 5 s . . .
	// 4 . . . .
	// 3 . . . .
	// 2 . W . .
	// 1 . . . .
	//   a b c d
	// b2-a1 b2-a2 b2-a3 b2-b1 b2-b3 b2-c1 b2-c2 b2-c3
}
