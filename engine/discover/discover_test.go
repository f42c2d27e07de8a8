package discover_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// graphRules is a game given by lists of moves. Its keys are far apart, and it has no notation.
type graphRules struct {
	moves [][]int
	ends  map[int]engine.Ends
}

const keyStep = 0x9e3779b97f4a7c15 // odd: multiplying by it permutes the keys

func (r graphRules) contract() *engine.Rules {
	return &engine.Rules{Start: 0, AppendMoves: r.AppendMoves}
}

func (r graphRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	n := key * 0xf1de83e19937733d // the inverse of keyStep
	for _, m := range r.moves[n] {
		dst = append(dst, uint64(m)*keyStep)
	}
	return dst, r.ends[int(n)]
}

// ruleType is a type that has rules.
type ruleType interface{ contract() *engine.Rules }

func newGame(t *testing.T, kind engine.Kind, r ruleType) engine.Game {
	t.Helper()
	g, err := discover.Game(engine.Spec{}, kind, r.contract(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestDiscoverFindsWhatIsReachable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		r := graphRules{moves: make([][]int, n)}
		for i := range r.moves {
			r.moves[i] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "moves")
		}
		reached := map[int]bool{0: true}
		for todo := []int{0}; len(todo) > 0; todo = todo[1:] {
			for _, m := range r.moves[todo[0]] {
				if !reached[m] {
					reached[m] = true
					todo = append(todo, m)
				}
			}
		}
		g, err := discover.Game(engine.Spec{}, engine.Byte, r.contract(), uint64(len(reached)))
		if err != nil {
			t.Fatal(err)
		}
		if g.Size() != uint64(len(reached)) {
			t.Fatalf("%d positions, want %d", g.Size(), len(reached))
		}
		scratch := g.NewScratch()
		for i := range r.moves {
			p, err := g.Parse(fmt.Sprintf("%#x", uint64(i)*keyStep))
			if (err == nil) != reached[i] {
				t.Fatalf("position %d, reached %v: %v", i, reached[i], err)
			}
			if err != nil {
				continue
			}
			index, _ := g.Index(p)
			successors, _ := scratch.AppendSuccessors(nil, index)
			for at, m := range r.moves[i] {
				to, _ := g.Parse(fmt.Sprintf("%#x", uint64(m)*keyStep))
				if j, _ := g.Index(to); successors[at] != j {
					t.Fatalf("successors of %d are %v, want %d at %d", i, successors, j, at)
				}
			}
		}
		if len(reached) > 1 {
			if _, err := discover.Game(engine.Spec{}, engine.Byte, r.contract(), uint64(len(reached)-1)); !engine.IsInput(err) {
				t.Fatalf("a limit below the number of positions gives %v, want an InputError", err)
			}
		}
	})
}

// bitRules flips bits. It has 2^bits positions.
type bitRules struct{ bits int }

func (r bitRules) contract() *engine.Rules {
	return &engine.Rules{Start: 1<<63 | 1<<20, AppendMoves: r.AppendMoves}
}

func (r bitRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	for b := range r.bits {
		dst = append(dst, key^1<<(3*b%61))
	}
	return dst, 0
}

func TestDiscoverLarge(t *testing.T) {
	// This many positions need several workers, blocks and merges.
	g := newGame(t, engine.Byte, bitRules{17})
	if g.Size() != 1<<17 {
		t.Fatalf("%d positions, want %d", g.Size(), 1<<17)
	}
	enginetest.Run(t, g, enginetest.Options{Samples: 500, Positions: 1 << 17})
	_, err := discover.Game(engine.Spec{}, engine.Byte, bitRules{17}.contract(), 100_000)
	if !engine.IsInput(err) || !strings.Contains(err.Error(), "more than 100000 reachable positions") {
		t.Errorf("a limit of 100,000 gives %v", err)
	}
}

// countRules counts down from a number to 0, one position a turn.
type countRules struct{ from uint64 }

func (r countRules) contract() *engine.Rules {
	return &engine.Rules{Start: r.from, AppendMoves: r.AppendMoves}
}

func (r countRules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	if key > 0 {
		dst = append(dst, key-1)
	}
	return dst, 0
}

func TestDiscoverManyLayers(t *testing.T) {
	if g := newGame(t, engine.Wide, countRules{50_000}); g.Size() != 50_001 {
		t.Errorf("%d positions, want 50,001", g.Size())
	}
}

// TestDiscoverEndsAndNotation checks all ends, and the default notation of games without their own.
func TestDiscoverEndsAndNotation(t *testing.T) {
	r := graphRules{
		moves: [][]int{{1, 2, 1, 1, 3}, {0}, {}, {}, {}, {}},
		ends: map[int]engine.Ends{
			0: engine.WinsNow, 1: engine.DrawsNow | engine.LosesNow, 2: engine.IsWon, 3: engine.LosesNow,
		},
	}
	g := newGame(t, engine.Wide, r)
	enginetest.Run(t, g, enginetest.Options{NotPositions: []string{"0", "1f", "0x", "0x1", "0xg", "0x10000000000000000"}})

	start, _ := g.Start()
	if text, board := g.Text(start), g.Board(start); text != "0x0" || board != "0x0\n" {
		t.Errorf("the start is written %q and drawn %q", text, board)
	}
	var moves []string
	for _, m := range g.Moves(start) {
		moves = append(moves, fmt.Sprintf("%s %d %v", m.Turn, m.Turns, m.Ended))
	}
	slices.Sort(moves)
	want := []string{
		fmt.Sprintf("%#x 3 false", uint64(keyStep)),
		fmt.Sprintf("%#x 1 false", uint64(2*keyStep&(1<<64-1))),
		fmt.Sprintf("%#x 1 false", uint64(3*keyStep&(1<<64-1))),
		"wins 1 true",
	}
	slices.Sort(want)
	if !slices.Equal(moves, want) {
		t.Errorf("moves %q, want %q", moves, want)
	}

	won, err := g.Play(start, "wins")
	if err != nil || !won.Ended || g.Kind().Text(won.End) != "win-1" {
		t.Fatalf("Play(wins) = %+v, %v", won, err)
	}
	if text := g.Text(won.To); text != "0x0 wins" {
		t.Errorf("the end is written %q", text)
	}
	if v, ok := g.Finished(won.To); !ok || g.Kind().Text(v) != "loss-0" {
		t.Errorf("the end is finished %v with %s", ok, g.Kind().Text(v))
	}
	if moves := g.Moves(won.To); len(moves) > 0 {
		t.Errorf("there are moves after the end: %v", moves)
	}
	for text, want := range map[string]string{
		"0x0 wins": `"0x0 wins" is a finished game: want the position before its last move`,
		"zero":     `"zero" is not a position: want its key in hexadecimal, such as 0x1f`,
		"0x5":      `"0x5" cannot be reached from the start`,
	} {
		if _, err := g.Parse(text); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): %v, want %s", text, err, want)
		}
	}
	if _, err := g.Play(won.To, "wins"); err == nil || err.Error() != `"wins" cannot be played at 0x0 wins: there is no move` {
		t.Errorf("Play after the end: %v", err)
	}

	values := enginetest.Naive(g)
	for n, want := range []string{"win-1", "draw", "win-0", "loss-1"} {
		p, err := g.Parse(fmt.Sprintf("%#x", uint64(n)*keyStep))
		if err != nil {
			t.Fatal(err)
		}
		if i, _ := g.Index(p); g.Kind().Text(values[i]) != want {
			t.Errorf("position %d is %s, want %s", n, g.Kind().Text(values[i]), want)
		}
	}
}

func TestDiscoverRefusesWrongRules(t *testing.T) {
	for _, test := range []struct {
		kind  engine.Kind
		moves []int
		ends  engine.Ends
		want  string
	}{
		{engine.Score, nil, 0, "rules of the score kind need Score"},
		{engine.Wide, []int{0}, engine.IsLost, "is finished and has moves"},
		{engine.Wide, nil, engine.IsLost | engine.WinsNow, "is finished and has moves"},
		{engine.Wide, nil, engine.IsLost | engine.IsDrawn, "is finished in two ways"},
		{engine.Byte, nil, engine.IsWon, "which the byte kind cannot hold"},
		{engine.Byte, nil, engine.LosesNow, "which the byte kind cannot hold"},
	} {
		r := graphRules{moves: [][]int{{1}, test.moves}, ends: map[int]engine.Ends{1: test.ends}}
		g, err := discover.Game(engine.Spec{}, test.kind, r.contract(), 0)
		if err == nil || engine.IsInput(err) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, ends %b: Game = %v, %v, want %q", test.kind, test.ends, g, err, test.want)
		}
	}
}

func TestDiscoverRefusesParts(t *testing.T) {
	some := func(uint64) int { return 0 }
	moves := countRules{3}.AppendMoves
	for want, test := range map[string]struct {
		kind  engine.Kind
		rules engine.Rules
	}{
		"the rules have no moves":               {engine.Byte, engine.Rules{}},
		"the rules have both layers and slices": {engine.Byte, engine.Rules{AppendMoves: moves, Layer: some, Slice: some}},
		"the rules have sides but no layers":    {engine.Score, engine.Rules{AppendMoves: moves, Score: some, Side: some}},
		"which need the score kind":             {engine.Wide, engine.Rules{AppendMoves: moves, Layer: some, Points: some}},
		"the score of finished positions":       {engine.Score, engine.Rules{AppendMoves: moves, Layer: some}},
		"values of the wide kind are not score": {engine.Wide, engine.Rules{AppendMoves: moves, Layer: some, Score: some}},
	} {
		if g, err := discover.Game(engine.Spec{}, test.kind, &test.rules, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Game = %v, %v, want %q", g, err, want)
		}
	}
}

func TestParsePosition(t *testing.T) {
	g := newGame(t, engine.Byte, countRules{9})
	for text, want := range map[string]string{"#0": "0x0", "#9": "0x9", "0x7": "0x7"} {
		if p, err := engine.ParsePosition(g, text); err != nil || g.Text(p) != want {
			t.Errorf("ParsePosition(%q) = %v, %v, want %s", text, p, err, want)
		}
	}
	for text, want := range map[string]string{
		"#10": `"#10" is not an index: want #0 to #9`,
		"#":   `"#" is not an index: want #0 to #9`,
		"#-1": `"#-1" is not an index: want #0 to #9`,
		"#1a": `"#1a" is not an index: want #0 to #9`,
	} {
		if p, err := engine.ParsePosition(g, text); err == nil || err.Error() != want || !engine.IsInput(err) {
			t.Errorf("ParsePosition(%q) = %v, %v, want %s", text, p, err, want)
		}
	}
}

func BenchmarkDiscover(b *testing.B) {
	for range b.N {
		if _, err := discover.Game(engine.Spec{}, engine.Byte, bitRules{18}.contract(), 0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(1<<18), "ns/position")
}
