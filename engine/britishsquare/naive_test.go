package britishsquare

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is an independent program for the same game. It plays on rows of characters and uses
// neither keys nor symmetry nor engine.
type naive struct {
	width, height int
	center        bool
	scores        map[string]int // for the player to move
	finished      map[string]bool
}

// free reports whether a player may place a piece.
func (n *naive) free(board []byte, player byte, x, y int) bool {
	if board[y*n.width+x] != '.' {
		return false
	}
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		u, v := x+d[0], y+d[1]
		if u < 0 || v < 0 || u >= n.width || v >= n.height {
			continue
		}
		if c := board[v*n.width+u]; c != '.' && c != player {
			return false
		}
	}
	if player == '1' && !n.center && 2*x == n.width-1 && 2*y == n.height-1 {
		for _, c := range board {
			if c == '1' {
				return true
			}
		}
		return false
	}
	return true
}

// moves returns the tiles that a player may play on.
func (n *naive) moves(board []byte, player byte) (tiles []int) {
	for y := range n.height {
		for x := range n.width {
			if n.free(board, player, x, y) {
				tiles = append(tiles, y*n.width+x)
			}
		}
	}
	return tiles
}

func (n *naive) solve(board []byte, player byte) int {
	name := string(board) + " " + string(player)
	if score, ok := n.scores[name]; ok {
		return score
	}
	opponent := '1' + '2' - player
	moves := n.moves(board, player)
	score := -1000
	switch {
	case len(moves) > 0:
		for _, tile := range moves {
			board[tile] = player
			score = max(score, -n.solve(board, opponent))
			board[tile] = '.'
		}
	case len(n.moves(board, opponent)) > 0:
		score = -n.solve(board, opponent)
	default:
		n.finished[name] = true
		score = 0
		for _, c := range board {
			switch c {
			case player:
				score++
			case opponent:
				score--
			}
		}
	}
	n.scores[name] = score
	return score
}

// TestEveryPosition compares all positions of small boards and their scores with those of the naive
// program. The scores come from the kit's own solver, which the solver's tests compare with the
// real one.
func TestEveryPosition(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 3}, {5, 1}, {2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 4}} {
		for _, center := range []bool{false, true} {
			if size == [2]int{4, 4} && (center || testing.Short()) {
				continue // 4×4 has no centre, and takes seconds
			}
			spec := fmt.Sprintf("british-square:width=%d,height=%d,center=%v", size[0], size[1], center)
			t.Run(spec, func(t *testing.T) {
				g := open(t, spec)
				values := enginetest.Naive(g)
				n := &naive{size[0], size[1], center, map[string]int{}, map[string]bool{}}
				empty := make([]byte, size[0]*size[1])
				for i := range empty {
					empty[i] = '.'
				}
				n.solve(empty, '1')
				reached := map[uint64]uint64{} // by index: the number of reached positions
				for text, score := range n.scores {
					p, err := g.Parse(text)
					if err != nil {
						t.Fatal(err)
					}
					i, ok := g.Index(p)
					reached[i]++
					if got := g.Kind().Points(values[i]); !ok || got != score {
						t.Fatalf("%s is worth %d, want %d", text, got, score)
					}
					if _, over := g.Finished(p); over != n.finished[text] {
						t.Fatalf("%s is finished: %v, want %v", text, over, !over)
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
			})
		}
	}
}
