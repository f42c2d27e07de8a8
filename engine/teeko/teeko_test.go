package teeko

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// newGame returns the game on a board of any size.
func newGame(t testing.TB, size int, advanced bool) engine.Game {
	t.Helper()
	g, err := discover.Game(engine.Spec{}, engine.Byte, newRules(size, advanced).contract(), 0)
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

// twins turns the text of a position round in all ways.
func twins(t *testing.T, g engine.Game, size int, p engine.Position) (list []engine.Position) {
	text := g.Text(p)
	for s := range symmetries {
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
		n, p := 0, findPatterns(5, advanced)
		for _, set := range p.table {
			if set != none {
				n++
			}
		}
		if n != want {
			t.Errorf("advanced %v: %d patterns, want %d", advanced, n, want)
		}
	}
}

// TestCounts finds all positions. They are all ways to place the pieces that do not
// leave a player with a pattern.
func TestCounts(t *testing.T) {
	if !slow {
		t.Skip("run with the tag long")
	}
	for spec, stored := range map[string]uint64{"teeko": 12_023_620, "teeko:advanced=true": 11_999_919} {
		g := open(t, spec)
		if g.Size() != stored || spec == "teeko" && Definition().Positions != g.Size() {
			t.Errorf("%s: %d positions stored, %d by the definition, want %d", spec, g.Size(), Definition().Positions, stored)
		}
		enginetest.Run(t, g, enginetest.Options{})
		var counts [2*pieces + 1]uint64
		for i := range g.Size() {
			counts[25-strings.Count(g.Text(g.At(i)), ".")] += g.Weight(i)
		}
		var sets []uint32
		for _, set := range findPatterns(5, spec != "teeko").table {
			if set != none {
				sets = append(sets, set)
			}
		}
		patterns, both := uint64(len(sets)), uint64(0)
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
	r := newRules(5, false)
	for own := range r.all {
		if bits.OnesCount32(own) != pieces || r.patterns.has(own) {
			continue
		}
		var near uint32
		for from := own; from != 0; from &= from - 1 {
			near |= r.near[bits.TrailingZeros32(from)]
		}
		if n := bits.OnesCount32(near &^ own); n <= pieces {
			t.Fatalf("%s: %d squares to move to", r.KeyText(uint64(own)<<half), n)
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

// TestCanonical compares canonical keys with the least of the images found square by
// square.
func TestCanonical(t *testing.T) {
	for _, size := range []int{3, 4, 5} {
		r := newRules(size, false)
		for n := range uint64(1 << 14) {
			own := n * 0x9e3779b97f4a7c15 >> 12 & uint64(r.all)
			key := own<<half | n*0xf1de83e19937733d>>20&uint64(r.all)&^own
			if n%4 == 0 { // symmetric
				own |= uint64(r.image(7, uint32(own)))
				key = own<<half | n>>2&uint64(r.all)&^own
			}
			want := key
			for s := range symmetries {
				var image uint64
				for bit := range 2 * half {
					if key>>bit&1 != 0 {
						image |= 1 << (r.turned(bit%half, s) + bit/half*half)
					}
				}
				want = min(want, image)
			}
			if got := r.Canonical(key); got != want {
				t.Fatalf("size %d: the canonical form of %#x is %#x, want %#x", size, key, got, want)
			}
		}
	}
}

// TestSlices follows all moves of positions of random games.
func TestSlices(t *testing.T) {
	r := newRules(5, true)
	for _, key := range playouts(r, 1000) {
		for from := key; from != 0; from &= from - 1 { // with fewer pieces too
			moves, _ := r.AppendMoves(nil, from)
			for _, to := range moves {
				if a, b := r.KeySlice(from), r.KeySlice(to); b < a || b > a+1 || b != bits.OnesCount64(to) {
					t.Fatalf("a move at %s leads from slice %d to slice %d", r.KeyText(from), a, b)
				}
			}
		}
	}
}

func TestNotation(t *testing.T) {
	r := newRules(5, false)
	key, err := r.ParseKey("X.O../...../..XO.\r\n.O...\nX.XO.")
	if err != nil {
		t.Fatal(err)
	}
	if text, board := r.KeyText(key), r.KeyBoard(key); text != "X.O.........XO..O...X.XO." ||
		board != "5 X . O . .\n4 . . . . .\n3 . . X O .\n2 . O . . .\n1 X . X O .\n  a b c d e\nX to move\n" {
		t.Errorf("text %q, board\n%s", text, board)
	}
	moves, ends := r.AppendMoves(nil, key)
	var turns []string
	for _, to := range moves {
		turns = append(turns, r.MoveText(key, to))
	}
	if got, want := strings.Join(turns, " "), "a5-b5 a5-a4 a5-b4 c3-b4 c3-c4 c3-d4 c3-b3 c3-c2 c3-d2 a1-a2 a1-b1 c1-c2 c1-d2 c1-b1"; got != want || ends != 0 {
		t.Errorf("moves %s, ends %d, want %s", got, ends, want)
	}
	key, _ = r.ParseKey("XXO..X..OO...............")
	if moves, ends = r.AppendMoves(nil, key); len(moves) != 18 || ends != engine.WinsNow || r.MoveText(key, moves[0]) != "d5" {
		t.Errorf("%d moves, ends %d, want 18 and a win", len(moves), ends)
	}
	rest := strings.Repeat(".", 15)
	for text, message := range map[string]string{
		"X.O":               "has 3 squares: want 25, 5 rows of 5 squares X (the mover's), O (the opponent's) or . (empty)",
		"X.O..x...." + rest: "has 'x' for a square: want X (the mover's), O (the opponent's) or . (empty)",
		"X........." + rest: "has 1 X and 0 O: want as many O as X, or one more, and at most 4, since the players take turns and X is to move",
		"XXXX.OOOOO" + rest: "has 4 X and 5 O: want as many O as X, or one more, and at most 4, since the players take turns and X is to move",
		"OOOO.XXX.." + rest: "is a finished game: want a position before O has won",
	} {
		message = fmt.Sprintf("%q %s", text, message)
		if _, err := r.ParseKey(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("ParseKey(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, newGame(f, 3, false), ".........", "X.O...X.O", "X.O/.../O..", "é", "XO", "OOXOO....")
}
