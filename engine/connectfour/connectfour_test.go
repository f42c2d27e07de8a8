package connectfour

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func TestConformance(t *testing.T) {
	for _, text := range []string{
		"connect-four:width=4,height=4",
		"connect-four:width=4,height=3,line=3",
		"connect-four:width=1,height=9,line=5",
		"connect-four:width=9,height=1,line=5",
		"connect-four:width=2,height=2,line=2",
	} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			width := g.Spec().Int("width")
			enginetest.Run(t, g, enginetest.Options{
				Twins: func(p engine.Position) []engine.Position {
					mirror := []byte(g.Text(p))
					for row := 0; row < len(mirror); row += width {
						slices.Reverse(mirror[row : row+width])
					}
					twin, err := g.Parse(string(mirror))
					if err != nil {
						t.Error(err)
					}
					return []engine.Position{twin}
				},
				NotPositions: []string{"O", strings.Repeat(".", 99), strings.Repeat("X", width*g.Spec().Int("height"))},
			})
		})
	}
}

// countAll returns the numbers of unfinished and finished positions, counting both twins.
func countAll(r *rules, g engine.Game) (unfinished, finished uint64) {
	var ended []uint64
	count := func() {
		slices.Sort(ended)
		for _, key := range slices.Compact(ended) {
			finished += r.KeyWeight(key)
		}
		ended = ended[:0]
	}
	for _, s := range g.Slices() {
		for i := s.First; i < s.First+s.Size; i++ {
			unfinished += g.Weight(i)
			key, _ := r.ParseKey(g.Text(g.At(i)))
			own, all := r.split(key)
			drops, next, _ := r.moves(key)
			for ends := (all + r.bottom) & r.cells &^ drops; ends != 0; ends &= ends - 1 {
				if to := ends & -ends; all|to == r.cells || r.completing(own)&to != 0 {
					ended = append(ended, r.Canonical(next+to))
				}
			}
		}
		count() // finished positions of different layers differ
	}
	return unfinished, finished
}

// TestCounts checks published numbers of positions, finished ones included (John
// Tromp's table).
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		width, height int
		want          uint64 // published
		unfinished    uint64
		stored        uint64
	}{
		{4, 4, 161_029, 134_289, 67_163},
		{4, 5, 1_706_255, 1_348_441, 674_263},
		{5, 4, 3_945_711, 3_100_379, 1_551_317},
		{5, 5, 69_763_700, 50_722_290, 25_366_620},
	} {
		name := fmt.Sprintf("%d by %d", test.width, test.height)
		if test.want > 1e7 && !slow {
			continue
		}
		g := open(t, fmt.Sprintf("connect-four:width=%d,height=%d", test.width, test.height))
		unfinished, finished := countAll(newRules(test.width, test.height, 4), g)
		if unfinished+finished != test.want {
			t.Errorf("%s: %d positions, want %d", name, unfinished+finished, test.want)
		}
		if unfinished != test.unfinished || g.Size() != test.stored {
			t.Errorf("%s: %d positions unfinished, %d stored, want %d, %d", name, unfinished, g.Size(), test.unfinished, test.stored)
		}
		if d := Definition(); g.Spec().String() == "connect-four:height=5,line=4,width=5" && d.Positions != g.Size() {
			t.Errorf("%d positions by the definition, want %d", d.Positions, g.Size())
		}
	}
}

// TestCompleting compares the cells that complete a line with cells found by placing pieces.
func TestCompleting(t *testing.T) {
	for _, v := range [][3]int{{5, 5, 4}, {7, 6, 4}, {9, 6, 5}, {6, 9, 3}, {4, 15, 2}, {8, 7, 7}} {
		r := newRules(v[0], v[1], v[2])
		n := naive{width: v[0], height: v[1], line: v[2]}
		for seed := range uint64(200) {
			set := seed * 0x9e3779b97f4a7c15 & (seed * 0xf1de83e19937733d >> 7) & r.cells
			if seed%2 == 0 {
				set |= seed * 0xd1b54a32d192ed03 & r.cells
			}
			got := r.completing(set)
			text := make([]byte, v[0]*v[1])
			for i := range text {
				text[i] = ".X"[min(1, set&r.cell(i))]
			}
			for i := range text {
				if set&r.cell(i) != 0 {
					continue
				}
				// A line that is already complete does not count.
				text[i] = 'X'
				line := n.wonThrough(string(text), i)
				text[i] = '.'
				if line != (got&r.cell(i) != 0) {
					t.Fatalf("%v: %s, %s completes a line: %v, want %v", v, text, r.cellText(r.cell(i)), !line, line)
				}
			}
		}
	}
}

// wonThrough reports whether a cell is in a line of X.
func (n *naive) wonThrough(board string, cell int) bool {
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		long := -1 // both directions count the cell
		for _, sign := range []int{1, -1} {
			u, v := cell%n.width, cell/n.width
			for u >= 0 && v >= 0 && u < n.width && v < n.height && board[v*n.width+u] == 'X' {
				u, v, long = u+sign*d[0], v+sign*d[1], long+1
			}
		}
		if long >= n.line {
			return true
		}
	}
	return false
}

// TestKeys converts all positions of random games on large boards to keys and back.
func TestKeys(t *testing.T) {
	for _, v := range [][3]int{{7, 6, 4}, {9, 6, 5}, {4, 15, 4}, {8, 7, 4}, {6, 9, 4}} {
		r := newRules(v[0], v[1], v[2])
		var list []uint64
		random, key := uint64(1), r.Start()
		for plies := range 2000 {
			if got, err := r.ParseKey(r.KeyText(key)); err != nil || got != key {
				t.Fatalf("%v: ParseKey(%q) = %#x, %v, want %#x", v, r.KeyText(key), got, err, key)
			}
			if r.mirror(r.mirror(key)) != key || r.KeyLayer(r.mirror(key)) != r.KeyLayer(key) {
				t.Fatalf("%v: the mirror image of %s is %s", v, r.KeyText(key), r.KeyText(r.mirror(key)))
			}
			list, _ = r.AppendMoves(list[:0], key)
			if len(list) == 0 {
				key = r.Start()
				continue
			}
			for _, to := range list {
				if r.KeyLayer(to) != r.KeyLayer(key)+1 {
					t.Fatalf("%v: a move at %s leads to layer %d", v, r.KeyText(key), r.KeyLayer(to))
				}
			}
			random = random*6364136223846793005 + 1442695040888963407
			key = list[(random>>33+uint64(plies))%uint64(len(list))]
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "connect-four:width=4,height=3,line=3")
	p, err := g.Parse("..../.O..\r\n.XX.")
	if err != nil {
		t.Fatal(err)
	}
	if text, board := g.Text(p), g.Board(p); text != ".....O...XX." || board != "3 . . . .\n2 . O . .\n1 . X X .\n  a b c d\n" {
		t.Errorf("text %q, board\n%s", text, board)
	}
	var turns []string
	for _, m := range g.Moves(p) {
		turns = append(turns, m.Turn+" "+g.Text(m.To))
	}
	if got, want := strings.Join(turns, ", "), "a .....O..OXX., b .O...O...XX., c .....OO..XX., d .....O...XXO"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	p, _ = g.Parse(".....OO..XX.")
	turns = nil
	for _, m := range g.Moves(p) {
		turns = append(turns, fmt.Sprintf("%s %s %v", m.Turn, g.Text(m.To), m.Ended))
	}
	if got, want := strings.Join(turns, ", "), "a .....OO.XXX. true, b .X...OO..XX. false, c ..X..OO..XX. false, d .....OO..XXX true"; got != want {
		t.Errorf("moves %s, want %s", got, want)
	}
	for text, message := range map[string]string{
		".....O..":     "has 8 cells: want 12, 3 rows of 4 cells X, O or . (empty)",
		".....o...XX.": "has 'o' for a cell: want X, O or . (empty)",
		"...X.O...XX.": "has an empty cell below the piece at d3",
		".........X.X": "has 2 X and 0 O: want as many X as O, or one more, since X begins and they take turns",
		"....OO..XXX.": "is a finished game: want a position before its last move",
		"XXOOOOXXXXOO": "is a finished game: want a position before its last move",
		"...X...X..OO": "cannot be reached from the start",
	} {
		message = fmt.Sprintf("%q %s", text, message)
		if _, err := g.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func TestNew(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"connect-four:line=6":                       "a line of 6 does not fit on a board of 5 by 5",
		"connect-four:width=8,height=8":             "a board of 8 by 8 is too large: want width·(height+1) at most 64",
		"connect-four:width=7,height=6,ranked=true": "a board of 7 by 6 is too large for ranked=true: want width·(height+1) at most 42",
		"connect-four:width=6,height=7,ranked=true": "a board of 6 by 7 is too large for ranked=true: want width·(height+1) at most 42",
		"connect-four:line=3,ranked=true":           "ranked=true needs lines of 4, not 3: leave it out",
		"connect-four:width=10":                     `parameter width of connect-four is "10": want a whole number from 1 to 9`,
	})
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "connect-four:width=4,height=3,line=3"), "............", ".....O...XX.", "..../.O../.XX.", "é", "XO", "XXOOOOXXXXOO")
}
