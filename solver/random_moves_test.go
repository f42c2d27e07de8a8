package solver

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// randomMoves is a game of one player that is drawn at random: the positions that moves lead to. Position 0 is the
// start.
type randomMoves struct {
	next [][]uint64
	goal []bool // no moves
	ends []bool // one more move reaches a goal that is no position
}

// newRandomMoves draws a game of some 40 to 440 positions, or as many times that as it is told.
func newRandomMoves(seed uint64, times int) *randomMoves {
	rng := rand.New(rand.NewPCG(seed, 31))
	n := times * (40 + rng.IntN(400))
	g := &randomMoves{make([][]uint64, n), make([]bool, n), make([]bool, n)}
	for i := range g.next {
		switch {
		case i > 0 && rng.IntN(40) == 0:
			g.goal[i] = true
			continue
		case rng.IntN(60) == 0:
			g.ends[i] = true
		}
		for range rng.IntN(4) {
			g.next[i] = append(g.next[i], uint64(max(0, i-3+rng.IntN(9))%n))
		}
	}
	g.next[0] = append(g.next[0], uint64(n/2), uint64(n-1))
	return g
}

// least returns the least number of moves to a goal from each position, or -1. It looks at every position again until
// nothing changes.
func (g *randomMoves) least() []int {
	list := make([]int, len(g.next))
	for i := range list {
		if list[i] = -1; g.goal[i] {
			list[i] = 0
		} else if g.ends[i] {
			list[i] = 1
		}
	}
	for changed := true; changed; {
		changed = false
		for i, next := range g.next {
			for _, to := range next {
				if d := list[to]; d >= 0 && (list[i] < 0 || d+1 < list[i]) {
					list[i], changed = d+1, true
				}
			}
		}
	}
	return list
}

func (g *randomMoves) key(n uint64) uint64 { return 3*n + 7 }

func (g *randomMoves) rules() *engine.Rules {
	return &engine.Rules{Start: g.key(0), AppendMoves: func(dst []uint64, key uint64) ([]uint64, engine.Ends) {
		n := (key - 7) / 3
		switch {
		case g.goal[n]:
			return dst, engine.IsWon
		case g.ends[n]:
			return g.appendKeys(dst, n), engine.WinsNow
		}
		return g.appendKeys(dst, n), 0
	}}
}

func (g *randomMoves) appendKeys(dst []uint64, n uint64) []uint64 {
	for _, to := range g.next[n] {
		dst = append(dst, g.key(to))
	}
	return dst
}

// fullMoves is the game at the level full: it lists moves by index, which is the number of a position.
type fullMoves struct {
	engine.Game
	moves *randomMoves
}

func (g *fullMoves) NewScratch() engine.Scratch { return engine.Scratch{Generator: g} }

func (g *fullMoves) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	_, ends := g.moves.rules().AppendMoves(nil, g.moves.key(i))
	return append(dst, g.moves.next[i]...), ends
}

// open makes the game at a level. Rules find the positions that play reaches; the others number all of them.
func (g *randomMoves) open(t *testing.T, level engine.Level) (game engine.Game) {
	t.Helper()
	spec, err := engine.Definition{Name: "moves"}.Parse("moves", nil)
	if err != nil {
		t.Fatal(err)
	}
	if level == engine.LevelRules {
		game, err = discover.Game(spec, engine.Moves, g.rules(), 0)
	} else {
		var keys []uint64
		for n := range g.next {
			keys = append(keys, g.key(uint64(n)))
		}
		game, err = discover.Keyed(spec, engine.Moves, g.rules(), []discover.Slice{{Size: uint64(len(keys)), Targets: []int{0}, Keys: discover.NewKeySet(keys)}})
	}
	if err != nil {
		t.Fatal(err)
	}
	if level == engine.LevelFull {
		return &fullMoves{game, g}
	}
	return game
}

// TestRandomMoves compares ten random games of one player of each level with a brute force on their graph.
func TestRandomMoves(t *testing.T) {
	unsolvable, most := 0, 0
	for seed := range uint64(10) {
		moves := newRandomMoves(seed, 1)
		least := moves.least()
		for _, level := range []engine.Level{engine.LevelRules, engine.LevelRanked, engine.LevelFull} {
			g := moves.open(t, level)
			if seed < 2 {
				t.Run(fmt.Sprintf("%v %d", level, seed), func(t *testing.T) { enginetest.Run(t, g, enginetest.Options{Allocates: true}) })
			}
			_, values := solveValues(t, g, Options{Workers: 1 + int(seed)%3})
			if level != engine.LevelRules && len(values) != len(least) || len(values) < 5 {
				t.Errorf("seed %d, %v: %d positions of %d", seed, level, len(values), len(least))
			}
			for i, v := range values {
				var key uint64
				if _, err := fmt.Sscanf(g.Text(g.At(uint64(i))), "0x%x", &key); err != nil {
					t.Fatal(err)
				}
				got, solvable := g.Kind().Plies(v)
				if want := least[(key-7)/3]; solvable != (want >= 0) || solvable && got != want {
					t.Errorf("seed %d, %v: #%d takes %d moves (%v), want %d", seed, level, i, got, solvable, want)
				}
				if most = max(most, got); !solvable {
					unsolvable++
				}
			}
		}
	}
	if unsolvable < 30 || most < 8 {
		t.Errorf("too easy: %d positions without a solution, at most %d moves", unsolvable, most)
	}
}
