package tupitu

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
)

func TestParse(t *testing.T) {
	v := variant(t, 4, 3)
	want, err := v.Parse("A.#..B.#....")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"A.#./.B.#/....", "A.#.\n.B.#\n....\n", "A.#.\r\n.B.#\r\n....", " A.#..B.#....", v.Board(want)} {
		if p, err := v.Parse(text); err != nil || p != want {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, p, err, want)
		}
	}
	for text, message := range map[string]string{
		"":             `"" has 0 tiles: want 12, 3 rows of 4 symbols A, B, . or #`,
		"A.B":          `"A.B" has 3 tiles: want 12, 3 rows of 4 symbols A, B, . or #`,
		"A.#..B.X....": `"A.#..B.X...." has 'X' for a tile: want A (player to move), B (the other), . (standing) or # (cleared)`,
		"A.#....#....": `"A.#....#...." has 0 B: want each of A (player to move) and B (the other) once`,
		"A.#A.B.#....": `"A.#A.B.#...." has 2 A: want each of A (player to move) and B (the other) once`,
	} {
		if _, err := v.Parse(text); !engine.IsInput(err) || err.Error() != message {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func TestBoardAndMoves(t *testing.T) {
	v := variant(t, 3, 3)
	p, err := v.Parse("A.# B## ##.")
	if err != nil {
		t.Fatal(err)
	}
	if board, want := v.Board(p), "3 A . #\n2 B # #\n1 # # .\n  a b c\n"; board != want {
		t.Errorf("board\n%s, want\n%s", board, want)
	}
	var turns []string
	for _, m := range v.Moves(p) {
		turns = append(turns, m.Turn+" "+v.Text(m.To))
	}
	if got, want := strings.Join(turns, ", "), "a3-b3/a3 #B#A####., a3-b3/c1 .B#A#####"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	for turn, message := range map[string]string{
		"":         `turn "": want a step and the tile cleared, such as b2-c3/d4`,
		"a3-b3":    `turn "a3-b3": want a step and the tile cleared, such as b2-c3/d4`,
		"a3b3/a3":  `turn "a3b3/a3": want a step and the tile cleared, such as b2-c3/d4`,
		"a3-d3/a3": `turn "a3-d3/a3": "d3" is not a tile: want a1 to c3`,
		"a3-b3/":   `turn "a3-b3/": "" is not a tile: want a1 to c3`,
		"a2-b3/a3": `turn "a2-b3/a3": the player to move stands on a3`,
		"a3-a2/c1": `turn "a3-a2/c1": the opponent stands on a2`,
		"a3-a3/c1": `turn "a3-a3/c1": a3 is not next to a3`,
		"a3-c1/a3": `turn "a3-c1/a3": c1 is not next to a3`,
		"a3-b2/a3": `turn "a3-b2/a3": b2 is cleared`,
		"a3-b3/b3": `turn "a3-b3/b3": a tile that holds a player cannot be cleared, and b3 holds one after the step`,
		"a3-b3/a2": `turn "a3-b3/a2": a tile that holds a player cannot be cleared, and the opponent stands on a2`,
		"a3-b3/a1": `turn "a3-b3/a1": a1 is cleared already`,
	} {
		if _, err := v.Play(p, turn); !engine.IsInput(err) || err.Error() != message {
			t.Errorf("Play(%q) gives the error\n%v, want\n%s", turn, err, message)
		}
	}
	r, err := v.Play(p, "a3-b3/a3")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Play(r.To, "a2-a3/b3"); err == nil || err.Error() != `turn "a2-a3/b3": the player to move cannot step and has lost` {
		t.Errorf("Play at a finished position: %v", err)
	}
}

func TestOpen(t *testing.T) {
	r := games.NewRegistry(Definition())
	for text, message := range map[string]string{
		"tupitu":                  "",
		"tupitu:width=3,height=8": "",
		"tupitu:width=6":          "a board of 6 by 5 tiles: want sides from 2 to 9 and at most 25 tiles",
		"tupitu:width=1":          `parameter width of tupitu is "1": want a whole number from 2 to 9`,
	} {
		spec, err := r.Parse(text, nil)
		var g engine.Game
		if err == nil {
			g, err = r.Open(spec)
		}
		if message == "" && (err != nil || g.Spec().String() != spec.String()) || message != "" && (!engine.IsInput(err) || err.Error() != message) {
			t.Errorf("%s gives the error\n%v, want\n%s", text, err, message)
		}
	}
	for _, c := range []struct {
		width, height int
		start         string
	}{{2, 2, ".AB."}, {4, 3, ".....AB....."}, {2, 4, "..B..A.."}} {
		v := variant(t, c.width, c.height)
		if p, ok := v.Start(); !ok || v.Text(p) != c.start {
			t.Errorf("%s starts from %s, %v, want %s", v.name(), v.Text(p), ok, c.start)
		}
	}
}

func FuzzParse(f *testing.F) {
	v := variant(f, 3, 3)
	for _, text := range []string{"A......B.", "A.#/B##/##.", "3 A . #\n2 B # #\n1 # # .\n  a b c\n", "é", "#########"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := v.Parse(text)
		if err != nil {
			if !engine.IsInput(err) || strings.ContainsAny(err.Error(), "\r\n") {
				t.Fatalf("Parse(%q): %v, want an InputError of one line", text, err)
			}
			return
		}
		if q, err := v.Parse(v.Text(p)); err != nil || q != p {
			t.Fatalf("Parse(%q) = %v, but its text %q gives %v, %v", text, p, v.Text(p), q, err)
		}
		i, ok := v.Index(p)
		if j, again := v.Index(v.At(i)); !ok || !again || j != i {
			t.Fatalf("%q has index %d, %v, whose position has %d, %v", text, i, ok, j, again)
		}
		for _, m := range v.Moves(p) {
			if r, err := v.Play(p, m.Turn); err != nil || r != m.Result {
				t.Fatalf("turn %s at %q gives %v, %v, want %v", m.Turn, text, r, err, m.Result)
			}
		}
	})
}

// FuzzTurn plays any text. What is accepted leads to a position that can be written.
func FuzzTurn(f *testing.F) {
	v := variant(f, 3, 3)
	start, _ := v.Start()
	for _, m := range v.Moves(start) {
		f.Add(m.Turn)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := v.Play(start, text)
		if err != nil {
			if !engine.IsInput(err) {
				t.Error(err)
			}
		} else if q, err := v.Parse(v.Text(r.To)); err != nil || q != r.To {
			t.Errorf("%q leads to %s: %v", text, v.Text(r.To), err)
		}
	})
}
