package britishsquare

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func TestConformance(t *testing.T) {
	for _, text := range []string{
		"british-square:width=3,height=3",
		"british-square:width=3,height=4",
		"british-square:width=4,height=4",
		"british-square:width=1,height=1",
		"british-square:width=1,height=9",
		"british-square:width=9,height=1,center=true",
	} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			enginetest.Run(t, g, enginetest.Options{
				Twins:        func(p engine.Position) []engine.Position { return twins(t, g, p) },
				NotPositions: []string{"1", ". 3", "12 1", strings.Repeat(".", 40) + " 1", ".........", "........é 1"},
			})
		})
	}
}

// twins returns the symmetric images of a position.
func twins(t *testing.T, g engine.Game, p engine.Position) (list []engine.Position) {
	text := g.Text(p)
	board, mover, _ := strings.Cut(text, " ")
	width, height := g.Spec().Int("width"), g.Spec().Int("height")
	for s := range 8 {
		if s&4 != 0 && width != height {
			continue
		}
		turned := make([]byte, len(board))
		for y := range height {
			for x := range width {
				u, v := x, y
				if s&1 != 0 {
					u = width - 1 - u
				}
				if s&2 != 0 {
					v = height - 1 - v
				}
				if s&4 != 0 {
					u, v = v, u
				}
				turned[v*width+u] = board[y*width+x]
			}
		}
		twin, err := g.Parse(string(turned) + " " + mover)
		if err != nil {
			t.Error(err)
			continue
		}
		list = append(list, twin)
	}
	return list
}

// TestCounts checks the published counts of the standard board.
func TestCounts(t *testing.T) {
	if !enginetest.Long {
		t.Skip("takes seconds: -tags long")
	}
	g := open(t, "british-square")
	if g.Size() != 8_659_987 || Definition().Positions != g.Size() {
		t.Errorf("%d positions, %d by the definition, want 8,659,987", g.Size(), Definition().Positions)
	}
	enginetest.Run(t, g, enginetest.Options{})
	var first, second, ties int
	least, most := 100, -100
	scratch := g.NewScratch()
	var list []uint64
	for i := range g.Size() {
		if list, _ = scratch.AppendSuccessors(list[:0], i); len(list) > 0 {
			continue
		}
		v, over := g.Finished(g.At(i))
		if !over {
			t.Fatalf("#%d has no moves and is not finished", i)
		}
		score := g.Kind().Points(v)
		if strings.HasSuffix(g.Text(g.At(i)), "2") {
			score = -score
		}
		least, most = min(least, score), max(most, score)
		switch {
		case score > 0:
			first++
		case score < 0:
			second++
		default:
			ties++
		}
	}
	if first != 3599 || second != 2506 || ties != 850 || least != -10 || most != 11 {
		t.Errorf("finished positions: %d won by the first player, %d by the second, %d ties, scores %d to %d; want 3599, 2506, 850, -10 to 11",
			first, second, ties, least, most)
	}
	if g := open(t, "british-square:center=true"); g.Size() != 8_659_992 {
		t.Errorf("%d positions with the centre, want 8,659,992", g.Size())
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "british-square:width=3,height=2")
	p, err := g.Parse("1../\n..2 1")
	if err != nil {
		t.Fatal(err)
	}
	if text, board := g.Text(p), g.Board(p); text != "1....2 1" || board != "2 1 . .\n1 . . 2\n  a b c\n1 to move\n" {
		t.Errorf("text %q, board\n%s", text, board)
	}
	var turns []string
	for _, m := range g.Moves(p) {
		turns = append(turns, m.Turn+" "+g.Text(m.To))
	}
	if got, want := strings.Join(turns, ", "), "a1 1..1.2 2, b2 11...2 2"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	p, _ = g.Parse("11...2 2")
	if moves := g.Moves(p); len(moves) != 1 || moves[0].Turn != "pass" || g.Text(moves[0].To) != "11...2 1" {
		t.Errorf("moves %+v, want a pass", moves)
	}
	for text, message := range map[string]string{
		"1....2":   `"1....2" lacks the player to move: want the tiles, then a blank and 1 or 2`,
		"1....2 3": `"1....2 3" lacks the player to move: want the tiles, then a blank and 1 or 2`,
		"1.... 1":  `"1.... 1" has 5 tiles: want 6, 2 rows of 3 tiles 1, 2 or . (empty)`,
		"1...x. 1": `"1...x. 1" has 'x' for a tile: want 1, 2 or . (empty)`,
		"1..2.. 1": `"1..2.. 1" has adjacent pieces of different players, at a1`,
		"1.1... 1": `"1.1... 1" cannot be reached from the start`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func TestNew(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"british-square:width=8,height=4": "a board of 8 by 4 tiles is too large: want at most 31 tiles",
		"british-square:width=10":         `parameter width of british-square is "10": want a whole number from 1 to 9`,
	})
}

// TestImages compares images from tables with images found bit by bit. Its boards need all tables.
func TestImages(t *testing.T) {
	for _, r := range []*rules{newRules(5, 5, false), newRules(6, 5, false), newRules(3, 9, false), newRules(7, 4, true)} {
		for n := range uint64(1000) {
			key := n * 0x9e3779b97f4a7c15 >> (63 - 2*r.tiles)
			got, want := r.twins(key), moved{}
			for s := range want {
				want[s] = key & r.second
				for sets := key &^ r.second; sets != 0; sets &= sets - 1 {
					bit := bits.TrailingZeros64(sets)
					want[s] |= r.images[bit%r.tiles][s] << (bit / r.tiles * r.tiles)
				}
			}
			if got != want || got[0] != key {
				t.Fatalf("%d by %d: images of %#x are %x, want %x", r.width, r.height, key, got, want)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "british-square:width=3,height=3"), "......... 1", "1.......2 1", "1../.../..2 2", "é", "1 1", "12....... 1")
}
