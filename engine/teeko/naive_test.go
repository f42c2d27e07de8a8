package teeko

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is another program for the same game: it plays on a string with the pieces of
// both players and the side to move, and knows neither keys nor symmetry nor engine.
type naive struct {
	size     int
	advanced bool
	moves    map[string][]string // by position: the board, and X or O to move
	plies    map[string]int      // decided positions: remoteness, odd for a win
}

// won reports whether a player has four pieces in a pattern.
func (n *naive) won(board string, player byte) bool {
	var at [][2]int // column and row, row by row
	for i := range board {
		if board[i] == player {
			at = append(at, [2]int{i % n.size, i / n.size})
		}
	}
	if len(at) < 4 {
		return false
	}
	dx, dy := at[1][0]-at[0][0], at[1][1]-at[0][1]
	line := max(dx, -dx, dy) == 1
	for i := range 3 {
		line = line && at[i+1][0]-at[i][0] == dx && at[i+1][1]-at[i][1] == dy
	}
	side := at[1][0] - at[0][0]
	square := dy == 0 && at[2][0] == at[0][0] && at[3][0] == at[1][0] && at[2][1] == at[3][1] && at[2][1]-at[0][1] == side
	return line || square && (side == 1 || n.advanced)
}

// turns returns the boards that a player's turns lead to.
func (n *naive) turns(board string, player byte) (boards []string) {
	for to := range board {
		if board[to] != '.' {
			continue
		}
		placed := board[:to] + string(player) + board[to+1:]
		if strings.Count(board, string(player)) < 4 {
			boards = append(boards, placed)
			continue
		}
		for y := to/n.size - 1; y <= to/n.size+1; y++ {
			for x := to%n.size - 1; x <= to%n.size+1; x++ {
				if from := y*n.size + x; x >= 0 && x < n.size && y >= 0 && y < n.size && board[from] == player {
					boards = append(boards, placed[:from]+"."+placed[from+1:])
				}
			}
		}
	}
	return boards
}

// search finds all positions.
func (n *naive) search() {
	n.moves = map[string][]string{}
	for todo := []string{strings.Repeat(".", n.size*n.size) + "X"}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, known := n.moves[at]; known {
			continue
		}
		board, mover := at[:len(at)-1], at[len(at)-1]
		opponent := 'X' + 'O' - mover
		n.moves[at] = nil
		if n.won(board, opponent) {
			continue
		}
		for _, b := range n.turns(board, mover) {
			n.moves[at] = append(n.moves[at], b+string(opponent))
		}
		todo = append(todo, n.moves[at]...)
	}
}

// solve decides positions in rounds, by remoteness.
func (n *naive) solve() {
	n.plies = map[string]int{}
	numbers, names := map[string]int{}, []string{}
	for at := range n.moves {
		numbers[at] = len(names)
		names = append(names, at)
	}
	moves := make([][]int, len(names))
	plies := make([]int, len(names))
	for i, at := range names {
		plies[i] = -1
		for _, to := range n.moves[at] {
			moves[i] = append(moves[i], numbers[to])
		}
	}
	for round, idle := 0, 0; idle < 2; round++ {
		idle++
		for i := range names {
			if plies[i] >= 0 {
				continue
			}
			lost := func(to int) bool { return plies[to] >= 0 && plies[to] < round && plies[to]%2 == 0 }
			notWon := func(to int) bool { return plies[to] < 0 || plies[to] >= round || plies[to]%2 == 0 }
			if round%2 == 1 && slices.ContainsFunc(moves[i], lost) || round%2 == 0 && !slices.ContainsFunc(moves[i], notWon) {
				plies[i] = round
				n.plies[names[i]] = round
				idle = 0
			}
		}
	}
}

// TestEveryPosition compares all positions of small boards with what plain play
// gives.
func TestEveryPosition(t *testing.T) {
	for _, size := range []int{3, 4} {
		for _, advanced := range []bool{false, true} {
			if size == 4 && (!slow || !advanced) {
				continue // takes a minute
			}
			n := naive{size: size, advanced: advanced}
			n.search()
			n.solve()
			g := newGame(t, size, advanced)
			values := enginetest.Naive(g)
			reached := map[uint64]map[string]bool{} // the positions reached, by index, as the mover sees them
			for at, moves := range n.moves {
				text, mover := at[:len(at)-1], at[len(at)-1]
				if mover == 'O' {
					text = strings.NewReplacer("X", "O", "O", "X").Replace(text)
				}
				p, err := g.Parse(text)
				if n.won(text, 'O') {
					if err == nil || len(moves) > 0 {
						t.Fatalf("%s, a finished position, is read: %v", at, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				i, ok := g.Index(p)
				want := engine.Tie
				if plies, decided := n.plies[at]; decided {
					want = engine.Value(plies + 1)
				}
				if !ok || values[i] != want {
					t.Fatalf("size %d: %s is %s, want %s", size, at, engine.Byte.Text(values[i]), engine.Byte.Text(want))
				}
				if reached[i] == nil {
					reached[i] = map[string]bool{}
				}
				reached[i][text] = true
			}
			if uint64(len(reached)) != g.Size() {
				t.Errorf("size %d: %d positions, want %d", size, g.Size(), len(reached))
			}
			for i, twins := range reached {
				if g.Weight(i) != uint64(len(twins)) {
					t.Errorf("size %d: #%d has weight %d, and %d positions are it", size, i, g.Weight(i), len(twins))
				}
			}
		}
	}
}
