package solitaire

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

// small is a board with a goal; one of its symmetries keeps both.
const small = " oo\nooooo\nooo.o\n oo\n\n ..\n.....\n...o.\n ..\n"

// boardOf opens the game on a board drawn in text.
func boardOf(t testing.TB, drawing string) engine.Game {
	t.Helper()
	r := games.NewRegistry(Definition())
	spec, err := r.Parse("solitaire:board=f", func(string) ([]byte, error) { return []byte(drawing), nil })
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestConformance(t *testing.T) {
	for _, drawing := range []string{small, "ooo\no.o\nooo\n", "oooo\noooo\noo.o\noooo\n", "o.oo\n"} {
		t.Run(strings.ReplaceAll(drawing, "\n", "/"), func(t *testing.T) {
			g, b := boardOf(t, drawing), must(parse(drawing))
			twins := func(p engine.Position) (list []engine.Position) {
				key := must(b.ParseKey(g.Text(p)))
				for n := range b.turns {
					list = append(list, must(g.Parse(b.KeyText(turn(&b.turns[n], key)))))
				}
				return list
			}
			enginetest.Run(t, g, enginetest.Options{Twins: twins, NotPositions: []string{"oo", strings.Repeat("x", 14), strings.Repeat("o", 65)}})
		})
	}
}

// TestEnglish counts the first layers of the English board, up to symmetry: A112737.
func TestEnglish(t *testing.T) {
	b, err := parse(english)
	if err != nil {
		t.Fatal(err)
	}
	if len(b.jumps) != 76 || len(b.turns) != 7 || b.drawing() != english {
		t.Errorf("the English board has %d jumps, %d symmetries and is drawn\n%s", len(b.jumps), len(b.turns)+1, b.drawing())
	}
	layer := map[uint64]bool{b.Canonical(b.start): true}
	for n, want := range []int{1, 1, 2, 8, 39, 171, 719, 2757, 9751} {
		if len(layer) != want {
			t.Errorf("%d positions after %d jumps, published %d", len(layer), n, want)
		}
		next := map[uint64]bool{}
		for key := range layer {
			list, _ := b.AppendCanonicalMoves(nil, key)
			for _, to := range list {
				next[to] = true
			}
		}
		layer = next
	}
}

func TestRefusedBoards(t *testing.T) {
	for drawing, want := range map[string]string{
		"":                               "the board has no peg: want some o",
		"...":                            "the board has no peg: want some o",
		"oxo":                            "line 1 of the board has 'x': want o for a peg, . for an empty hole, or a blank",
		"o.o\n\n....":                    `the goal: "...." has 4 holes: want 3`,
		"o.o\n\n...":                     "the goal has no peg, and the last peg stays",
		strings.Repeat("ooooooooo\n", 8): "the board has 72 holes: want at most 64",
	} {
		if _, err := parse(drawing); err == nil || err.Error() != want || !engine.IsInput(err) {
			t.Errorf("%q gives %v, want %s", drawing, err, want)
		}
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, boardOf(f, small), "oo/ooooo/ooo.o/oo", "..............", "oo")
}

func FuzzBoard(f *testing.F) {
	f.Add(english)
	f.Add(small)
	f.Add("\n\n o\n")
	f.Fuzz(func(t *testing.T, drawing string) {
		b, err := parse(drawing)
		if err != nil {
			return
		}
		again, err := parse(b.drawing())
		if err != nil || again.start != b.start || again.goal != b.goal || again.drawing() != b.drawing() {
			t.Errorf("%q is drawn %q: %v", drawing, b.drawing(), err)
		}
	})
}
