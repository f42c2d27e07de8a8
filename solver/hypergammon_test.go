package solver

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

// tables is a position of backgammon with few checkers by the letter of the rules: the points that checkers of
// the mover (0) and of the other (1) still have to go, 25 on the bar, 0 off, in ascending order.
type tables [2][]int

func (b tables) key() string { return fmt.Sprint(b) }

// moved returns the positions after one checker of the mover goes a number of points.
func (b tables) moved(die int) (list []tables) {
	own := b[0]
	for n, from := range own {
		last := own[len(own)-1]
		if from == 0 || last == 25 && from != 25 {
			continue
		}
		to := from - die
		if to <= 0 {
			if last > 6 || to < 0 && from != last {
				continue
			}
			to = 0
		}
		next := tables{slices.Clone(own), slices.Clone(b[1])}
		next[0][n] = to
		slices.Sort(next[0])
		if to > 0 {
			var there []int
			for m, x := range next[1] {
				if x == 25-to {
					there = append(there, m)
				}
			}
			if len(there) > 1 {
				continue
			}
			for _, m := range there {
				next[1][m] = 25
			}
			slices.Sort(next[1])
		}
		list = append(list, next)
	}
	return list
}

// over reports whether the mover has borne off all.
func (b tables) over() bool { return b[0][len(b[0])-1] == 0 }

// played returns all sequences of dice that can be played: how many dice each plays, and where it leads to.
func (b tables) played(dice []int, done int, each func(done int, b tables)) {
	if b.over() {
		each(done+len(dice), b)
		return
	}
	each(done, b)
	if len(dice) > 0 {
		for _, next := range b.moved(dice[0]) {
			next.played(dice[1:], done+1, each)
		}
	}
}

// turns returns the positions after a throw, for the other player.
func (b tables) turns(high, low int) map[string]tables {
	most, higher := 0, false
	type end struct {
		done, first int
		b           tables
	}
	var ends []end
	orders := [][]int{{high, low}, {low, high}}
	if high == low {
		orders = [][]int{{low, low, low, low}}
	}
	for _, dice := range orders {
		b.played(dice, 0, func(done int, x tables) {
			ends = append(ends, end{done, dice[0], x})
			most = max(most, done)
			higher = higher || done == 1 && dice[0] == high
		})
	}
	turns := map[string]tables{}
	for _, e := range ends {
		if e.done == most && !(most == 1 && high != low && higher && e.first != high) {
			next := tables{e.b[1], e.b[0]}
			turns[next.key()] = next
		}
	}
	return turns
}

// lost returns what the mover loses whose opponent has borne off all.
func (b tables) lost() float64 {
	switch own := b[0]; {
	case own[0] == 0:
		return -1
	case own[len(own)-1] > 18:
		return -3
	}
	return -2
}

// tablesOf reads a position.
func tablesOf(text string, checkers int) (b tables) {
	side := 0
	point := 0
	for _, c := range text {
		if point++; c == '/' {
			side, point = 1, 0
			continue
		}
		for range c - '0' {
			b[side] = append(b[side], point)
		}
	}
	for side := range b {
		for len(b[side]) < checkers {
			b[side] = append([]int{0}, b[side]...)
		}
	}
	return b
}

// TestHypergammon compares all values of one checker a side, and the equations of some positions of two, with the
// rules of the test.
func TestHypergammon(t *testing.T) {
	registry := games.NewRegistry(backgammon.Hypergammon())
	for checkers, step := range map[int]uint64{1: 1, 2: 997} {
		if checkers == 2 && !enginetest.Long {
			continue
		}
		g := enginetest.OpenIn(t, registry, fmt.Sprintf("hypergammon:checkers=%d", checkers))
		tab := pigTable(t, g)
		values := map[string]float64{}
		for i := range g.Size() {
			v, err := tab.Get(i)
			if err != nil {
				t.Fatal(err)
			}
			values[tablesOf(g.Text(g.At(i)), checkers).key()] = g.Kind().Float(v)
		}
		if len(values) != int(g.Size()) {
			t.Errorf("%d positions, want %d", len(values), g.Size())
		}
		compared := 0
		for i := uint64(0); i < g.Size(); i += step {
			b := tablesOf(g.Text(g.At(i)), checkers)
			if b.over() {
				continue
			}
			want := 0.0
			if (tables{b[1], b[0]}).over() {
				want = b.lost()
			} else {
				for high := 1; high <= 6; high++ {
					for low := 1; low <= high; low++ {
						best := math.Inf(-1)
						for key := range b.turns(high, low) {
							v, ok := values[key]
							if !ok {
								t.Fatalf("%s is not stored", key)
							}
							best = max(best, -v)
						}
						want += best / 36 * map[bool]float64{false: 2, true: 1}[high == low]
					}
				}
			}
			if v := values[b.key()]; math.Abs(v-want) > 4*tab.Header().Error+1e-13 {
				t.Errorf("%s is worth %v, want %v", g.Text(g.At(i)), v, want)
			}
			compared++
		}
		if compared < 100 {
			t.Errorf("%d positions compared", compared)
		}
		if r, err := Verify(t.Context(), g, tab, VerifyOptions{}); err != nil || r.Failed > 0 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}
