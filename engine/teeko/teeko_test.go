package teeko

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/placement"
)

// newGame returns the game on a board of any size.
func newGame(t testing.TB, size int, advanced bool) engine.Game {
	t.Helper()
	g, err := placement.New(engine.Spec{}, engine.Byte, declaration(size, advanced))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConformance(t *testing.T) {
	for _, size := range []int{3, 4} {
		for _, advanced := range []bool{false, true} {
			t.Run(fmt.Sprintf("size %d, advanced %v", size, advanced), func(t *testing.T) {
				g := newGame(t, size, advanced)
				enginetest.Run(t, g, enginetest.Options{
					Twins:        func(p engine.Position) []engine.Position { return twins(t, g, size, p) },
					NotPositions: []string{"X", strings.Repeat(".", 25), strings.Repeat(".", size*size-1) + "é", strings.Repeat(".", size*size-1) + "X"},
				})
			})
		}
	}
}

// twins returns the eight symmetric images of a position.
func twins(t *testing.T, g engine.Game, size int, p engine.Position) (list []engine.Position) {
	text := g.Text(p)
	for s := range 8 {
		turned := make([]byte, len(text))
		for y := range size {
			for x := range size {
				u, v := x, y
				if s&1 != 0 {
					u, v = v, u
				}
				if s&2 != 0 {
					u = size - 1 - u
				}
				if s&4 != 0 {
					v = size - 1 - v
				}
				turned[v*size+u] = text[y*size+x]
			}
		}
		twin, err := g.Parse(string(turned))
		if err != nil {
			t.Error(err)
			continue
		}
		list = append(list, twin)
	}
	return list
}

// TestPatterns counts the patterns: 44, with the larger squares 58 (Steele).
func TestPatterns(t *testing.T) {
	for advanced, want := range map[bool]int{false: 44, true: 58} {
		if n := len(patterns(placement.Grid{Width: 5, Height: 5}, advanced)); n != want {
			t.Errorf("advanced %v: %d patterns, want %d", advanced, n, want)
		}
	}
}

// sets returns the patterns of the game as sets of squares.
func sets(advanced bool) (list []uint64) {
	for _, pattern := range patterns(placement.Grid{Width: 5, Height: 5}, advanced) {
		set := uint64(0)
		for _, square := range pattern {
			set |= 1 << square
		}
		list = append(list, set)
	}
	return list
}

// TestCounts finds all positions. They are all ways to place the pieces that do not
// leave a player with a pattern.
func TestCounts(t *testing.T) {
	if !slow {
		t.Skip("run with the tag long")
	}
	for spec, stored := range map[string]uint64{"teeko": 12_023_620, "teeko:advanced=true": 11_999_919} {
		g := open(t, spec)
		if g.Size() != stored {
			t.Errorf("%s: %d positions stored, want %d", spec, g.Size(), stored)
		}
		enginetest.Run(t, g, enginetest.Options{})
		var counts [2*pieces + 1]uint64
		for i := range g.Size() {
			counts[25-strings.Count(g.Text(g.At(i)), ".")] += g.Weight(i)
		}
		sets, both := sets(spec != "teeko"), uint64(0)
		patterns := uint64(len(sets))
		for _, a := range sets {
			for _, b := range sets {
				if a&b == 0 {
					both++
				}
			}
		}
		for n := range counts {
			want := choose(25, n/2) * choose(25-n/2, (n+1)/2)
			switch n {
			case 7:
				want -= patterns * choose(21, 3)
			case 8:
				want -= 2*patterns*choose(21, 4) - both
			}
			if counts[n] != want {
				t.Errorf("%s: %d positions with %d pieces, want %d", spec, counts[n], n, want)
			}
		}
	}
}

// TestAlwaysAMove looks at all ways to place a player's pieces on the standard board:
// at least five squares are next to them, more than the opponent can occupy.
func TestAlwaysAMove(t *testing.T) {
	steps, won := placement.Grid{Width: 5, Height: 5}.Steps(placement.King), sets(false)
	for own := range uint64(1) << 25 {
		if bits.OnesCount64(own) != pieces || slices.Contains(won, own) {
			continue
		}
		near := uint64(0)
		for from := own; from != 0; from &= from - 1 {
			for _, to := range steps[bits.TrailingZeros64(from)] {
				near |= 1 << to
			}
		}
		if n := bits.OnesCount64(near &^ own); n <= pieces {
			t.Fatalf("%#x: %d squares to move to", own, n)
		}
	}
}

func choose(n, k int) uint64 {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return uint64(c)
}

// TestSlices: a slice for each number of pieces, and each leads to the next.
func TestSlices(t *testing.T) {
	all := newGame(t, 4, true).Slices()
	if len(all) != 2*pieces+1 {
		t.Fatalf("%d slices, want %d", len(all), 2*pieces+1)
	}
	for n, s := range all {
		if n < 2*pieces && (len(s.Exits) != 1 || s.Exits[0] != n+1 || !s.Layer) || n == 2*pieces && (len(s.Exits) > 0 || s.Layer) {
			t.Errorf("slice %d, %q, has the exits %v, is a layer: %v", n, s.Name, s.Exits, s.Layer)
		}
	}
}

func TestNotation(t *testing.T) {
	g := newGame(t, 5, false)
	p, err := g.Parse("X.O../...../..XO.\r\n.O...\nX.XO.")
	if err != nil {
		t.Fatal(err)
	}
	if text, board := g.Text(p), g.Board(p); text != "X.O.........XO..O...X.XO." ||
		board != "5 X . O . .\n4 . . . . .\n3 . . X O .\n2 . O . . .\n1 X . X O .\n  a b c d e\nX to move\n" {
		t.Errorf("text %q, board\n%s", text, board)
	}
	turns := func(p engine.Position) (list []string, won int) {
		for _, m := range g.Moves(p) {
			list = append(list, m.Turn)
			if m.Ended {
				won++
			}
		}
		return list, won
	}
	list, won := turns(p)
	if got, want := strings.Join(list, " "), "a1-a2 a1-b1 a5-a4 a5-b4 a5-b5 c1-b1 c1-c2 c1-d2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d4"; got != want || won != 0 {
		t.Errorf("moves %s, %d win, want %s", got, won, want)
	}
	p, _ = g.Parse("XXO..X..OO...............")
	if list, won = turns(p); len(list) != 19 || won != 1 || !slices.Contains(list, "b4") {
		t.Errorf("moves %s, %d win, want 19 and a win", list, won)
	}
	rest := strings.Repeat(".", 15)
	for text, message := range map[string]string{
		"X.O":               "has 3 squares: want 25, row by row from the top, each one of XO or \".\"",
		"X.O..x...." + rest: "has \"x\" on a4: want one of XO that may stand there, or \".\"",
		"X........." + rest: "has counts that do not go together: 1X 0O",
		"XXXX.OOOOO" + rest: "has counts that do not go together: 4X 5O",
		"OOOO.XXX.." + rest: "is a finished game: want a position in which play goes on",
	} {
		message = fmt.Sprintf("%q %s", text, message)
		if _, err := g.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, newGame(f, 3, false), ".........", "X.O...X.O", "X.O/.../O..", "é", "XO", "OOXOO....")
}
