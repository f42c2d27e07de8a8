package naive

import (
	"slices"
	"testing"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// solution has the known figures of a board.
type solution struct {
	counts []int // stored positions by value byte, drawn ones first
	quiet  int   // positions of value W1 in which no turn drops a piece, but one leaves the opponent without a push
}

// solutions has the solutions of [enginetest.Boards] by name. A second, temporary solver agreed. If
// the board is symmetric without a centre, only positions with the anchor on the first half of the
// squares are stored.
var solutions = map[string]solution{
	"step":             {[]int{108, 98, 10083, 938, 606, 260, 181, 90, 39, 63, 22, 13, 24, 15, 14, 39, 6, 1}, 3},
	"strip":            {[]int{3886, 962, 13636, 2126, 4022, 1770, 1918, 428, 472, 382, 124, 66, 22, 50, 76, 10, 22, 36, 128, 36, 68}, 470},
	"cross":            {[]int{1444, 28, 22884, 1330, 2836, 650, 1156, 470, 598, 272, 378, 214, 672, 938, 190, 396, 416, 372, 36}, 386},
	"windmill":         {[]int{1822, 5736, 8680, 2792, 1108, 378, 214, 16, 62, 28, 20, 26, 46, 38, 8, 14, 12}, 1230},
	"ring":             {[]int{804, 0, 7198, 176, 526, 66, 156, 12, 54, 20, 176, 96, 118, 152, 112, 114, 18, 2}, 0},
	"ring with movers": {[]int{4548, 216, 40584, 2464, 4378, 1986, 1202, 630, 438, 152, 316, 398, 286, 336, 198, 244, 108, 38, 38, 66, 44, 82, 48}, 976},
	"tower":            {[]int{19, 4, 10699, 389, 229, 149, 40, 27, 40, 31, 15, 21, 19, 47, 12, 18, 1}, 11},
	"key":              {[]int{6270, 8156, 24942, 6319, 3560, 1629, 1047, 480, 368, 42, 9, 5, 25, 26, 19, 6, 9, 8}, 10579},
}

// TestSolve solves the boards, and compares each value with the one that follows from the turns
// of package pushfight.
func TestSolve(t *testing.T) {
	for _, b := range enginetest.Boards {
		if g := game(t, b.Text, b.Movers, b.Pushers); !enginetest.Long && g.Permutations() > 50000 {
			continue
		}
		t.Run(b.Name, func(t *testing.T) {
			s := solutions[b.Name]
			checkSolved(t, b, s)
			if longest := len(s.counts) - 2; s.counts[Draw] == 0 || longest < 15 {
				t.Errorf("%d draws, longest %d plies: want draws and at least 15 plies", s.counts[Draw], longest)
			}
		})
	}
}

// TestSolveFullOneOne takes about a minute and needs the build tag "long".
func TestSolveFullOneOne(t *testing.T) {
	if !slow {
		t.Skip("go test -tags long runs it")
	}
	checkSolved(t, enginetest.Board{Text: FullText, Movers: 1, Pushers: 1}, solution{[]int{16823, 46, 18074, 161, 4880}, 4806})
}

func checkSolved(t *testing.T, b enginetest.Board, s solution) {
	g := game(t, b.Text, b.Movers, b.Pushers)
	start := time.Now()
	values := Solve(g)
	counts := Histogram(g, values)
	t.Logf("%d permutations, %d stored, longest %d plies, %.1f s\n%s", g.Permutations(), g.Stored(),
		len(counts)-2, time.Since(start).Seconds(), g.Board)
	if !slices.Equal(counts, s.counts) {
		t.Errorf("counts %v, want %v", counts, s.counts)
	}

	fast := variant(t, b)
	for i, value := range enginetest.Naive(fast) {
		if text := fast.Text(fast.At(i)); engine.Value(values[text]) != value {
			t.Fatalf("#%d %s is %d by the turns of package pushfight, want %d", i, text, value, values[text])
		}
	}
	quiet := 0
	for _, pos := range g.StoredPositions() {
		if values[pos] == 2 && !g.WinsNow(pos) {
			quiet++
		}
	}
	if quiet != s.quiet {
		t.Errorf("%d quiet wins, want %d", quiet, s.quiet)
	}
	if g.Board.Symmetric() {
		for pos, value := range values {
			if values[Rotate(pos)] != value {
				t.Fatalf("%s has value %d, its twin %d", pos, value, values[Rotate(pos)])
			}
		}
	}
}
