package connectfour

import (
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is an independent program for the same game. It plays on rows of characters and uses
// neither keys nor symmetry nor engine.
type naive struct {
	width, height, line int
	values              map[string]int // by board: plies to the end, odd for a win, or draw
	finished            map[string]bool
}

const draw = -1

// won reports whether a player has a line.
func (n *naive) won(board string, player byte) bool {
	for y := range n.height {
		for x := range n.width {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				u, v, long := x, y, 0
				for u >= 0 && v >= 0 && u < n.width && v < n.height && board[v*n.width+u] == player {
					u, v, long = u+d[0], v+d[1], long+1
				}
				if long >= n.line {
					return true
				}
			}
		}
	}
	return false
}

func (n *naive) solve(board string, player byte) int {
	if v, ok := n.values[board]; ok {
		return v
	}
	opponent := 'X' + 'O' - player
	value := draw
	switch {
	case n.won(board, opponent):
		value, n.finished[board] = 0, true
	case !strings.Contains(board, "."):
		n.finished[board] = true
	default:
		win, loss, drawn := 1000, -1, false
		for x := range n.width {
			cell := -1
			for y := range n.height {
				if board[y*n.width+x] == '.' {
					cell = y*n.width + x
				}
			}
			if cell < 0 {
				continue
			}
			switch v := n.solve(board[:cell]+string(player)+board[cell+1:], opponent); {
			case v == draw:
				drawn = true
			case v%2 == 0:
				win = min(win, v+1)
			default:
				loss = max(loss, v+1)
			}
		}
		switch {
		case win < 1000:
			value = win
		case !drawn:
			value = loss
		}
	}
	n.values[board] = value
	return value
}

// TestEveryPosition compares all positions of small boards and their values with those of the naive
// program. The values come from the kit's own solver.
func TestEveryPosition(t *testing.T) {
	for _, v := range [][3]int{{2, 1, 2}, {1, 3, 3}, {2, 2, 2}, {3, 3, 3}, {4, 3, 3}, {3, 4, 3}, {3, 5, 4}, {5, 3, 4}, {4, 4, 4}, {2, 9, 5}} {
		if v == [3]int{4, 4, 4} && testing.Short() {
			continue
		}
		t.Run(fmt.Sprint(v), func(t *testing.T) {
			g := open(t, fmt.Sprintf("connect-four:width=%d,height=%d,line=%d", v[0], v[1], v[2]))
			n := &naive{v[0], v[1], v[2], map[string]int{}, map[string]bool{}}
			n.solve(strings.Repeat(".", v[0]*v[1]), 'X')
			values := enginetest.Naive(g)
			reached := map[uint64]uint64{} // by index: the number of reached positions
			for text, plies := range n.values {
				p, err := g.Parse(text)
				if n.finished[text] {
					if !engine.IsInput(err) {
						t.Fatalf("%s, a finished position, is read: %v", text, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				i, ok := g.Index(p)
				reached[i]++
				want := engine.Tie
				if plies != draw {
					want = engine.Value(plies + 1)
				}
				if !ok || values[i] != want {
					t.Fatalf("%s is %s, want %s", text, engine.Byte.Text(values[i]), engine.Byte.Text(want))
				}
			}
			if uint64(len(reached)) != g.Size() {
				t.Errorf("%d positions, want %d", g.Size(), len(reached))
			}
			for i, twins := range reached {
				if g.Weight(i) != twins {
					t.Errorf("#%d has weight %d, and %d positions are it", i, g.Weight(i), twins)
				}
			}
			if unfinished, finished := countAll(newRules(v[0], v[1], v[2]), g); finished != uint64(len(n.finished)) || unfinished+finished != uint64(len(n.values)) {
				t.Errorf("%d positions unfinished and %d finished, want %d and %d", unfinished, finished, len(n.values)-len(n.finished), len(n.finished))
			}
		})
	}
}
