package enginetest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

func randomOptions() []RandomOptions {
	return []RandomOptions{
		{},
		{Positions: 1},
		{Positions: 40, Slices: 40, Degree: 3, Exits: 1},
		Eventful(engine.Byte, 400, 5),
		Eventful(engine.Wide, 400, 5),
		Eventful(engine.Score, 400, 5),
		Eventful(engine.Byte, 1500, 1),
		Eventful(engine.Wide, 2000, 30),
	}
}

func TestRandomGamesConform(t *testing.T) {
	for n, o := range randomOptions() {
		for seed := range int64(3) {
			t.Run(fmt.Sprintf("%d/%d", n, seed), func(t *testing.T) {
				Run(t, RandomGame(seed, o), Options{Seed: seed, Positions: uint64(cmp.Or(o.Positions, 300))})
			})
		}
	}
	t.Run("sampled", func(t *testing.T) {
		Run(t, RandomGame(1, Eventful(engine.Byte, 30_000, 7)), Options{})
	})
	t.Run("one large slice, sampled", func(t *testing.T) {
		Run(t, RandomGame(1, Eventful(engine.Wide, 150_000, 1)), Options{})
	})
}

func TestRandomGamesAreReproducible(t *testing.T) {
	o := Eventful(engine.Byte, 200, 3)
	a, b := RandomGame(7, o), RandomGame(7, o)
	o.Without = Predecessors
	c := RandomGame(7, o)
	if a.Spec().String() != b.Spec().String() || a.Spec().String() != c.Spec().String() {
		t.Errorf("the same game has the specs %v, %v, %v", a.Spec(), b.Spec(), c.Spec())
	}
	if d := RandomGame(8, o); d.Spec().String() == a.Spec().String() {
		t.Errorf("another seed has the same spec %v", d.Spec())
	}
	o.Degree++
	if d := RandomGame(7, o); d.Spec().String() == a.Spec().String() {
		t.Errorf("another degree has the same spec %v", d.Spec())
	}
	for i := range a.Size() {
		x, ends := a.NewScratch().AppendSuccessors(nil, i)
		y, ends2 := c.NewScratch().AppendSuccessors(nil, i)
		if !slices.Equal(x, y) || ends != ends2 {
			t.Fatalf("the same game has at %d the successors %v (%s) and %v (%s)", i, x, endsText(ends), y, endsText(ends2))
		}
	}
}

// TestEventfulGames checks that each event that solvers must handle occurs.
func TestEventfulGames(t *testing.T) {
	for _, kind := range []engine.Kind{engine.Byte, engine.Wide} {
		g := RandomGame(1, Eventful(kind, 3000, 6))
		values := Naive(g)
		c := newChecker(g, Options{})
		longest := 0
		seen := map[string]int{}
		for i := range g.Size() {
			plies, decided := kind.Plies(values[i])
			longest = max(longest, plies)
			successors, ends := c.successors(i)
			seen[endsText(ends)]++
			seen[kind.Outcome(values[i]).String()]++
			if len(successors) == 0 && ends == 0 {
				seen["stuck"]++
			}
			if slices.Contains(successors, i) {
				seen["to itself"]++
			}
			own, outside := 0, 0 // the plies of the slowest move within the slice, and out of it
			for n, j := range successors {
				if n > 0 && successors[n-1] == j {
					seen["parallel"]++
				}
				p, _ := kind.Plies(values[j])
				if c.sliceOf(j) == c.sliceOf(i) {
					own = max(own, p+1)
				} else {
					seen["exit"]++
					outside = max(outside, p+1)
					if c.sliceOf(j) > c.sliceOf(i) {
						seen["exit to a higher slice"]++
					}
				}
			}
			if decided && kind.Outcome(values[i]) == engine.Loss && own > 0 && outside > own {
				seen["delayed"]++
			}
		}
		want := []string{"stuck", "to itself", "parallel", "exit", "exit to a higher slice", "delayed", "win", "loss", "draw",
			"finished lost", "finished drawn", "a move wins", "a move draws"}
		if kind == engine.Wide {
			want = append(want, "finished won", "a move loses")
		}
		for _, w := range want {
			if seen[w] < 3 {
				t.Errorf("%v: %q occurs %d times: %v", kind, w, seen[w], seen)
			}
		}
		if longest < 60 {
			t.Errorf("%v: the longest game has %d plies, want at least 60", kind, longest)
		}
	}
}

// TestLoopsDraw checks that play without end is a draw, even if no move draws.
func TestLoopsDraw(t *testing.T) {
	for _, slices := range []int{1, 4} {
		values := Naive(RandomGame(1, RandomOptions{Slices: slices, Lost: 0.03, WinMoves: 0.02, Exits: 0.2, Degree: 3}))
		outcomes := map[engine.Outcome]int{}
		for _, v := range values {
			outcomes[engine.Byte.Outcome(v)]++
		}
		if outcomes[engine.Draw] < 20 || outcomes[engine.Win] < 20 || outcomes[engine.Loss] < 20 {
			t.Errorf("%d slices: outcomes %v, want some of each", slices, outcomes)
		}
	}
}

func TestChainHasEveryRemoteness(t *testing.T) {
	// The chain is the whole game: one position of each value the kind can hold.
	values := Naive(RandomGame(3, RandomOptions{Positions: 255, Slices: 3, Chain: 254}))
	seen := map[engine.Value]bool{}
	for _, v := range values {
		seen[v] = true
	}
	if len(seen) != 255 || seen[engine.Tie] {
		t.Errorf("%d distinct values, draw: %v; want the 255 others", len(seen), seen[engine.Tie])
	}
	// One ply more does not fit.
	defer func() {
		if recover() == nil {
			t.Error("Naive accepts a remoteness of 255")
		}
	}()
	Naive(RandomGame(3, RandomOptions{Positions: 256, Slices: 3, Chain: 255}))
}

func TestWithout(t *testing.T) {
	for hidden := range AllParts + 1 {
		g := RandomGame(1, RandomOptions{Positions: 50, Slices: 3, Without: hidden})
		want := AllParts &^ hidden &^ Layers &^ Steps &^ Whole
		if hidden&Predecessors != 0 {
			want &^= OpenPredecessors
		}
		if hidden&WinScan != 0 {
			want &^= Seeds
		}
		if got := PartsOf(g); got != want {
			t.Errorf("without %b: %b, want %b", hidden, got, want)
		}
	}
}

// TestCombinations checks that all valid combinations of parts pass the kit, and that the others
// are refused.
func TestCombinations(t *testing.T) {
	g := RandomGame(1, RandomOptions{Positions: 50, Slices: 3})
	var combinations []Parts
	for h := range AllParts + 1 {
		if h&^PartsOf(g) == 0 && engine.CheckParts(withoutGame{g, h}) == nil {
			combinations = append(combinations, h)
		}
	}
	if want := 3 * 3 * 2 * 2; len(combinations) != want || combinations[0] != 0 {
		t.Errorf("%d combinations of parts, beginning with %b: want %d", len(combinations), combinations[0], want)
	}
	seen := map[Parts]bool{}
	for _, hidden := range combinations {
		h := Without(g, hidden)
		seen[PartsOf(h)] = true
		Run(t, h, Options{})
	}
	if len(seen) != len(combinations) {
		t.Errorf("of %d combinations %d are distinct", len(combinations), len(seen))
	}
	for parts := range AllParts + 1 {
		if parts&^PartsOf(g) != 0 || seen[parts] {
			continue
		}
		if err := engine.CheckParts(withoutGame{g, PartsOf(g) &^ parts}); err == nil {
			t.Errorf("the parts %b are not refused", parts)
		}
	}
}
