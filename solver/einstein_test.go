package solver

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/einstein"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

// naiveEinstein plays EinStein würfelt nicht on a fixed board by the letter of the rules: player 0 walks to the
// last row and column, player 1 to the first.
type naiveEinstein struct {
	size, stones int
	known        map[string]float64
}

type naiveStone struct{ row, column int }

// chance returns the probability that a player who is to roll wins. Captured stones are not in the maps.
func (e *naiveEinstein) chance(boards [2]map[int]naiveStone, player int) float64 {
	key := fmt.Sprint(boards, player)
	if v, ok := e.known[key]; ok {
		return v
	}
	sum := 0.0
	for face := 1; face <= e.stones; face++ {
		var movable []int
		if _, ok := boards[player][face]; ok {
			movable = []int{face}
		} else {
			for n := face; n > 0; n-- {
				if _, ok := boards[player][n]; ok {
					movable = append(movable, n)
					break
				}
			}
			for n := face; n <= e.stones; n++ {
				if _, ok := boards[player][n]; ok {
					movable = append(movable, n)
					break
				}
			}
		}
		best := 0.0
		for _, n := range movable {
			best = max(best, e.moved(boards, player, n))
		}
		sum += best
	}
	e.known[key] = sum / float64(e.stones)
	return e.known[key]
}

// moved returns the best chance after a move of a stone.
func (e *naiveEinstein) moved(boards [2]map[int]naiveStone, player, n int) (best float64) {
	ahead, goal := 1, e.size-1
	if player == 1 {
		ahead, goal = -1, 0
	}
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}} {
		at := boards[player][n]
		to := naiveStone{at.row + ahead*d[0], at.column + ahead*d[1]}
		if min(to.row, to.column) < 0 || max(to.row, to.column) >= e.size {
			continue
		}
		var next [2]map[int]naiveStone
		for k := range boards {
			next[k] = map[int]naiveStone{}
			for m, x := range boards[k] {
				if x != to {
					next[k][m] = x
				}
			}
		}
		next[player][n] = to
		if to == (naiveStone{goal, goal}) || len(next[1-player]) == 0 {
			return 1
		}
		best = max(best, 1-e.chance(next, 1-player))
	}
	return best
}

// TestEinstein compares every position of small boards with rules of the test's own.
func TestEinstein(t *testing.T) {
	registry := games.NewRegistry(einstein.Definition())
	for _, c := range []struct{ size, stones int }{{2, 1}, {3, 1}, {3, 2}} {
		g := enginetest.OpenIn(t, registry, fmt.Sprintf("einstein:size=%d,stones=%d", c.size, c.stones))
		tab := pigTable(t, g)
		naive := &naiveEinstein{c.size, c.stones, map[string]float64{}}
		compared := 0
		for i := range g.Size() {
			text := g.Text(g.At(i))
			if strings.Contains(text, "?") {
				continue
			}
			var boards [2]map[int]naiveStone
			for k, side := range strings.Split(text, "/") {
				boards[k] = map[int]naiveStone{}
				for n, square := range strings.Split(side, ".") {
					if square != "-" {
						boards[k][n+1] = naiveStone{int(square[1] - '1'), int(square[0] - 'a')}
					}
				}
			}
			v, err := tab.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			if x, want := g.Kind().Float(v), naive.chance(boards, 0); math.Abs(x-want) > tab.Header().Error+1e-14 {
				t.Errorf("%v: %s is worth %v, want %v", g.Spec(), text, x, want)
			}
			compared++
		}
		checkPlacing(t, g, naive, func(i uint64) float64 {
			v, err := tab.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			return g.Kind().Float(v)
		})
		if r, err := Verify(t.Context(), g, tab, VerifyOptions{}); err != nil || r.Failed > 0 || compared < int(g.Size())-8 {
			t.Errorf("%v: %+v, %v, %d compared", g.Spec(), r, err, compared)
		}
	}
}

// checkPlacing compares the start: the first player places for the least that the second can then reach.
func checkPlacing(t *testing.T, g engine.Game, e *naiveEinstein, value func(i uint64) float64) {
	t.Helper()
	var squares []naiveStone
	for sum := 0; len(squares) < e.stones; sum++ {
		for row := 0; row <= sum && len(squares) < e.stones; row++ {
			squares = append(squares, naiveStone{row, sum - row})
		}
	}
	orders := [][]int{{0}}
	if e.stones == 2 {
		orders = [][]int{{0, 1}, {1, 0}}
	}
	best := 0.0
	for _, first := range orders {
		worst := 1.0
		for _, second := range orders {
			boards := [2]map[int]naiveStone{{}, {}}
			for n := range e.stones {
				x := squares[second[n]]
				boards[0][n+1] = squares[first[n]]
				boards[1][n+1] = naiveStone{e.size - 1 - x.row, e.size - 1 - x.column}
			}
			worst = min(worst, e.chance(boards, 0))
		}
		best = max(best, worst)
	}
	p, _ := g.Start()
	i, _ := g.Index(p)
	if math.Abs(value(i)-best) > 1e-13 {
		t.Errorf("%v: the start is worth %v, want %v", g.Spec(), value(i), best)
	}
}
