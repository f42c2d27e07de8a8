package awari

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

func TestConformance(t *testing.T) {
	for _, text := range []string{
		"awari:stones=0", "awari:stones=1", "awari:stones=4", "awari:stones=7,reachable=true", "awari:stones=30",
		"awari:reachable=true,stones=48",
	} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{NotPositions: []string{"1", "zzzzzzzzzzzz", "éééééé", "0000 0000", "1 1 1 1 1 1 1 1 1 1 1 x"}})
		})
	}
}

// TestCounts compares the numbers of positions with the formula and the published figures.
func TestCounts(t *testing.T) {
	for text, want := range map[string]uint64{
		"awari:stones=0":                 1,
		"awari:stones=1":                 13,
		"awari:stones=10":                646_646,
		"awari:stones=48":                1_399_358_844_975,
		"awari:reachable=true,stones=5":  6188,
		"awari:reachable=true,stones=6":  18_563,
		"awari:reachable=true,stones=48": 889_063_398_406,
		"awari:reachable=true,stones=46": 685_415_382_470,
		"awari:reachable=true,stones=47": 685_415_382_470,
	} {
		if got := open(t, text).Size(); got != want {
			t.Errorf("%s: %d positions, want %d", text, got, want)
		}
	}
}

func boardOf(r ring) (b board) {
	for p, n := range r {
		b[p] = uint8(n)
	}
	return b
}

// TestTurns compares the turns at random positions with those of the naive program.
func TestTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := newRules(maxStones, false)
	s := &scratch{rules: r, last: nowhere}
	for range 20_000 {
		var from ring
		places := 1 + rng.IntN(12)
		for range rng.IntN(maxStones + 1) {
			from[rng.IntN(places)]++
		}
		after, _ := naiveMoves(from)
		var want []uint64
		for _, to := range after {
			b := boardOf(to)
			want = append(want, r.index(&b))
		}
		b := boardOf(from)
		got, _ := s.AppendSuccessors(nil, r.index(&b))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%v leads to %v, want %v", from, got, want)
		}
	}
}

// TestEveryPosition compares the scores of all positions with few stones with the naive program's.
func TestEveryPosition(t *testing.T) {
	most := 5
	if testing.Short() {
		most = 4
	}
	scores := naiveScores(most)
	for _, reachable := range []bool{false, true} {
		g := open(t, fmt.Sprintf("awari:stones=%d,reachable=%v", most, reachable))
		values := enginetest.Naive(g)
		r := newRules(most, reachable)
		seen := uint64(0)
		for from, score := range scores {
			b := boardOf(from)
			if !r.stored(&b) {
				continue
			}
			seen++
			if got := engine.Score.Points(values[r.index(&b)]); got != score {
				t.Fatalf("%v is worth %d, want %d", from, got, score)
			}
		}
		if seen != g.Size() {
			t.Errorf("%d positions, want %d", g.Size(), seen)
		}
	}
}

// TestIndices converts all indices of some variants, and some of the largest variant, to positions
// and back.
func TestIndices(t *testing.T) {
	for _, reachable := range []bool{false, true} {
		r := newRules(9, reachable)
		b := r.board(0)
		for i := range r.first[r.most+1] {
			at := r.board(i)
			if r.index(&at) != i || !r.stored(&at) {
				t.Fatalf("reachable %v: #%d is %v, which is #%d", reachable, i, at, r.index(&at))
			}
			if !reachable && i > 0 && i < r.first[r.stones(i)]+1 {
				b = at
			}
			if !reachable && b != at {
				t.Fatalf("#%d is %v, and next makes %v", i, at, b)
			}
			b.next()
		}
		r = newRules(maxStones, reachable)
		rng := rand.New(rand.NewPCG(3, 4))
		for range 20_000 {
			i := rng.Uint64N(r.first[r.most+1])
			if at := r.board(i); r.index(&at) != i {
				t.Fatalf("reachable %v: #%d is %v, which is #%d", reachable, i, at, r.index(&at))
			}
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "awari:stones=48")
	p, ok := g.Start()
	if text := g.Text(p); !ok || text != "444444444444" || g.Board(p) != "2 4 4 4 4 4 4\n1 4 4 4 4 4 4\n  a b c d e f\n" {
		t.Errorf("the start is %q, board\n%s", text, g.Board(p))
	}
	// After f1 the next four pits hold 1, 4, 2 and 3 stones. It captures the 3 and the 2.
	p, err := g.Parse("0 0 0 0 0 4 0 3 1 2 0 5")
	if err != nil || g.Text(p) != "502130000004" {
		t.Fatalf("%v %v", p, err)
	}
	moves := g.Moves(p)
	if len(moves) != 1 || moves[0].Turn != "f1" || g.Text(moves[0].To) != "000000140005" {
		t.Errorf("moves %+v, to %s", moves, g.Text(moves[0].To))
	}
	if _, ok := open(t, "awari:stones=13").Start(); ok {
		t.Error("13 stones have a start")
	}
	small := open(t, "awari:stones=10,reachable=true")
	for text, message := range map[string]string{
		"1":                       `"1": want twelve digits or letters, a pit each, such as 111111111111, or twelve numbers with blanks`,
		"444444444444":            `"444444444444" has 48 stones: want at most 10`,
		"111111000000":            `"111111000000" is not reachable in a game with 48 stones`,
		"9 9 9 9 9 9 9 9 9 9 9 9": `"9 9 9 9 9 9 9 9 9 9 9 9" has 108 stones: want at most 10`,
	} {
		if _, err := small.Parse(text); err == nil || err.Error() != message || !engine.IsInput(err) {
			t.Errorf("Parse(%q) gives the error\n%v, want\n%s", text, err, message)
		}
	}
}

func TestNew(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"awari:stones=49":    `parameter stones of awari is "49": want a whole number from 0 to 48`,
		"awari:cycle=shared": `awari has no parameter "cycle": want reachable, stones`,
	})
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "awari:stones=9"), "000000000000", "100000000008", "0 0 1 0 0 0 0 2 0 0 0 0", "é", "zzzzzzzzzzzz")
}

// BenchmarkSuccessors lists the successors of all positions, as solving does.
func BenchmarkSuccessors(b *testing.B) { enginetest.BenchmarkWorker(b, open(b, "awari:stones=9")) }

// TestDropped opens databases of specs with the parameter cycle, which versions before 1.0.0 wrote.
func TestDropped(t *testing.T) {
	r := games.NewRegistry(Definition())
	for _, canonical := range []string{"awari:cycle=shared,reachable=false,stones=5", "awari:cycle=stay,reachable=false,stones=5"} {
		spec, err := r.Restore(canonical, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := r.Open(spec); err != nil || g.Spec().String() != canonical || g.Size() != open(t, "awari:stones=5").Size() {
			t.Errorf("%s opens with error %v, want the game under this name", canonical, err)
		}
	}
	if spec, err := r.Restore("awari:cycle=half,reachable=false,stones=5", nil); err == nil {
		t.Errorf("a spec with cycle=half is restored as %v, want an error", spec)
	}
}
