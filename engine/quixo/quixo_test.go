package quixo

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, open(t, "quixo:size=3"), enginetest.Options{
		Positions:    32_027,
		NotPositions: []string{"X", strings.Repeat(".", 16), "........é", "XXXXXXXXX", "X........", "x........"},
	})
}

// TestCounts checks the published counts.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		spec                              string
		positions, upToSymmetry, moves    uint64
		stored, firstToMove, secondToMove uint64
	}{
		{"quixo:size=3", 32_027, 4_433, 276_936, 2_219, 5, 10},
		{"quixo:size=4", 82_497_861, 10_339_244, 1_435_325_616, 5_170_021, 2_641, 3_728},
	} {
		t.Run(test.spec, func(t *testing.T) {
			if test.positions > 1e6 && !enginetest.Long {
				t.Skip("takes seconds: -tags long")
			}
			g := open(t, test.spec)
			r := newRules(g.Spec().Int("size"))
			if g.Size() != test.stored || test.spec == "quixo:size=4" && Definition().Positions != g.Size() {
				t.Errorf("%d positions stored, %d by the definition, want %d", g.Size(), Definition().Positions, test.stored)
			}
			if test.positions > 1e6 {
				enginetest.Run(t, g, enginetest.Options{})
			}
			var positions, upToSymmetry, moves, first, second uint64
			for i := range g.Size() {
				key, _ := r.ParseKey(g.Text(g.At(i)))
				weight, sides := g.Weight(i), r.sidesToMove(key)
				positions += weight
				upToSymmetry += sides
				if r.over(key) == 0 {
					moves += weight * uint64(bits.OnesCount64(r.legal(key)))
				}
				if sides == 1 {
					switch r.oneSided()[key] {
					case discover.FirstToMove:
						first += weight
					case discover.SecondToMove:
						second += weight
					}
				}
			}
			if positions != test.positions || upToSymmetry != test.upToSymmetry || moves != test.moves {
				t.Errorf("%d positions, %d up to symmetry, %d moves; want %d, %d, %d",
					positions, upToSymmetry, moves, test.positions, test.upToSymmetry, test.moves)
			}
			if first != test.firstToMove || second != test.secondToMove {
				t.Errorf("%d positions with the first player to move only, %d with the second, want %d, %d", first, second, test.firstToMove, test.secondToMove)
			}
		})
	}
}

// TestCanonical compares canonical keys with the least image found cell by cell. Every fourth key
// has few marks, so that more keys are symmetric.
func TestCanonical(t *testing.T) {
	for _, size := range []int{3, 4} {
		r := newRules(size)
		for n := range uint64(1 << 16) {
			marks := n * 0x9e3779b97f4a7c15 >> 16
			if n%4 == 0 {
				marks &= marks << 24 // fewer
			}
			own := marks & (1<<r.cells - 1)
			key := own<<half | marks>>16&(1<<r.cells-1)&^own
			want := key
			for _, turn := range engine.Turns(size, size) {
				var image uint64
				for cell := range r.cells {
					image |= (key>>cell&1)<<turn[cell] | (key>>(half+cell)&1)<<(half+turn[cell])
				}
				want = min(want, image)
				if r.Canonical(image) != r.Canonical(key) || r.KeySlice(image) != r.KeySlice(key) {
					t.Fatalf("size %d: %#x and its twin %#x differ", size, key, image)
				}
			}
			if got := r.Canonical(key); got != want {
				t.Fatalf("size %d: the canonical form of %#x is %#x, want %#x", size, key, got, want)
			}
		}
	}
}

// TestSlices follows all moves of size 3.
func TestSlices(t *testing.T) {
	g, r := open(t, "quixo:size=3"), newRules(3)
	for i := range g.Size() {
		key, _ := r.ParseKey(g.Text(g.At(i)))
		moves, _ := r.AppendMoves(nil, key)
		for _, to := range moves {
			if from, to := r.KeySlice(key), r.KeySlice(to); to < from || to > 65535 {
				t.Fatalf("a move at %s leads from slice %d to slice %d", r.KeyText(key), from, to)
			}
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "quixo:size=3")
	p, err := g.Parse("X.O/...\r\n..X")
	if err != nil {
		t.Fatal(err)
	}
	if text, board := g.Text(p), g.Board(p); text != "X.O.....X" || board != "3 X . O\n2 . . .\n1 . . X\n  a b c\nX to move\n" {
		t.Errorf("text %q, board\n%s", text, board)
	}
	var turns []string
	for _, m := range g.Moves(p) {
		turns = append(turns, m.Turn+" "+g.Text(m.To))
	}
	want := "a1-a3 O.XO....O"
	if len(turns) == 0 || turns[0] != want {
		t.Errorf("moves %q, want the first to be %s", turns, want)
	}
	// Pushing cube a3 or b3 back in at c3 has the same effect on the empty board.
	p, _ = g.Parse(".........")
	moves := g.Moves(p)
	total := uint64(0)
	for _, m := range moves {
		total += m.Turns
		if m.Turn == "b3-c3" {
			t.Errorf("%s has the same effect as a3-c3", m.Turn)
		}
	}
	if len(moves) != 8 || total != 20 {
		t.Errorf("%d results of %d turns from the start, want 8 of 20", len(moves), total)
	}
	for text, message := range map[string]string{
		"X.O":       `"X.O" has 3 cubes: want 9, 3 rows of 3 cubes X (the mover's), O (the opponent's) or . (neutral)`,
		"X.O...x..": `"X.O...x.." has 'x' for a cube: want X (the mover's), O (the opponent's) or . (neutral)`,
		"X........": `"X........" cannot be reached from the start`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
	if v, over := g.Finished(parse(t, g, "XXX.OO.O.")); !over || g.Kind().Text(v) != "win-0" {
		t.Errorf("a board with a line of the mover's is finished: %v, %s; want win-0", over, g.Kind().Text(v))
	}
	if v, over := g.Finished(parse(t, g, "XXXOOOO..")); !over || g.Kind().Text(v) != "win-0" {
		t.Errorf("a board with lines of both is finished: %v, %s; want win-0", over, g.Kind().Text(v))
	}
}

func parse(t *testing.T, g engine.Game, text string) engine.Position {
	t.Helper()
	p, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNew(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"quixo:marks=10,size=3":             "a board of quixo:size=3 has 9 cubes: want at most marks=9",
		"quixo:marks=4,ranked=false,size=3": "quixo:marks=4,size=3 is always ranked: leave out ranked=false",
		"quixo:size=2":                      `parameter size of quixo is "2": want a whole number from 3 to 5`,
	})
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "quixo:size=3"), ".........", "X.O...X..", "X.O/.../O..", "é", "XO", "XXXXXXXXX")
}
