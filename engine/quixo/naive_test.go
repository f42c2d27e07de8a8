package quixo

import (
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is an independent program for the same game. It plays on rows of characters with the marks
// of both players and the side to move. It uses neither keys nor symmetry nor engine.
type naive struct {
	size  int
	moves map[string][]string // by position: the board, and X or O to move
	edges int
	wins  map[string]bool // decided positions: won for the player to move, or else lost
	plies map[string]int
}

// line reports whether the board has a full line of a mark.
func (n *naive) line(board string, mark byte) bool {
	full := func(first, step int) bool {
		for i := range n.size {
			if board[first+i*step] != mark {
				return false
			}
		}
		return true
	}
	for i := range n.size {
		if full(i*n.size, 1) || full(i, n.size) {
			return true
		}
	}
	return full(0, n.size+1) || full(n.size-1, n.size-1)
}

// pushed returns the boards that result from taking cubes of a row or column. place maps its cubes
// to the board.
func (n *naive) pushed(board string, mark byte, place func(i int) int, border bool) (boards []string) {
	for i := range n.size {
		if taken := board[place(i)]; taken != '.' && taken != mark || !border && i != 0 && i != n.size-1 {
			continue
		}
		var rest []byte
		for j := range n.size {
			if j != i {
				rest = append(rest, board[place(j)])
			}
		}
		put := func(line []byte) {
			b := []byte(board)
			for j := range n.size {
				b[place(j)] = line[j]
			}
			boards = append(boards, string(b))
		}
		if i > 0 {
			put(append([]byte{mark}, rest...))
		}
		if i < n.size-1 {
			put(append(rest[:len(rest):len(rest)], mark))
		}
	}
	return boards
}

// search finds all positions.
func (n *naive) search() {
	n.moves = map[string][]string{}
	todo := []string{strings.Repeat(".", n.size*n.size) + "X"}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, known := n.moves[at]; known {
			continue
		}
		board, mover := at[:len(at)-1], at[len(at)-1]
		opponent := 'X' + 'O' - mover
		n.moves[at] = nil
		if n.line(board, mover) || n.line(board, opponent) {
			continue
		}
		var boards []string
		for i := range n.size {
			border := i == 0 || i == n.size-1
			boards = append(boards, n.pushed(board, mover, func(j int) int { return i*n.size + j }, border)...)
			boards = append(boards, n.pushed(board, mover, func(j int) int { return j*n.size + i }, border)...)
		}
		for _, b := range boards {
			n.edges++
			n.moves[at] = append(n.moves[at], b+string(opponent))
		}
		todo = append(todo, n.moves[at]...)
	}
}

// solve decides positions in rounds, by remoteness.
func (n *naive) solve() {
	n.wins, n.plies = map[string]bool{}, map[string]int{}
	for at := range n.moves {
		board, mover := at[:len(at)-1], at[len(at)-1]
		switch {
		case n.line(board, mover):
			n.wins[at], n.plies[at] = true, 0
		case n.line(board, 'X'+'O'-mover):
			n.wins[at], n.plies[at] = false, 0
		}
	}
	for plies, changed := 1, true; changed; plies++ {
		changed = false
		for at, moves := range n.moves {
			if _, decided := n.plies[at]; decided {
				continue
			}
			win, loss := false, true
			for _, to := range moves {
				p, decided := n.plies[to]
				decided = decided && p < plies
				win = win || decided && !n.wins[to]
				loss = loss && decided && n.wins[to]
			}
			if win || loss {
				n.wins[at], n.plies[at] = win, plies
				changed = true
			}
		}
	}
}

// TestEveryPosition compares all positions of size 3, their weights and values with those of the
// naive program, and both with the published figures.
func TestEveryPosition(t *testing.T) {
	n := naive{size: 3}
	n.search()
	n.solve()
	g := open(t, "quixo:size=3")
	values := enginetest.Naive(g)
	reached := map[uint64]uint64{} // by index: the number of reached positions
	won, longestWin, longestLoss := 0, 0, 0
	for at := range n.moves {
		text := at[:9]
		if at[9] == 'O' {
			text = strings.NewReplacer("X", "O", "O", "X").Replace(text)
		}
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		i, ok := g.Index(p)
		reached[i]++
		plies, decided := n.plies[at]
		want := engine.Tie
		if decided {
			want, _ = engine.Wide.Decided(n.wins[at], plies)
		}
		if !ok || values[i] != want {
			t.Fatalf("%s is %s, want %s", at, engine.Wide.Text(values[i]), engine.Wide.Text(want))
		}
		if n.wins[at] {
			won++
			longestWin = max(longestWin, plies)
		} else {
			longestLoss = max(longestLoss, plies)
		}
	}
	if len(n.moves) != 32027 || won != 20247 || len(n.plies)-won != 11780 || longestWin != 7 || longestLoss != 8 {
		t.Errorf("%d positions, %d won, %d lost, longest win %d, loss %d; want 32,027, 20,247, 11,780, 7, 8",
			len(n.moves), won, len(n.plies)-won, longestWin, longestLoss)
	}
	if start := "........." + "X"; !n.wins[start] || n.plies[start] != 7 {
		t.Errorf("the start is won: %v, in %d plies; want a win in 7", n.wins[start], n.plies[start])
	}
	if n.edges != 276_936 {
		t.Errorf("%d moves, want 276,936", n.edges)
	}
	if uint64(len(reached)) != g.Size() {
		t.Errorf("%d positions, want %d", g.Size(), len(reached))
	}
	for i, twins := range reached {
		if g.Weight(i) != twins {
			t.Errorf("#%d has weight %d, but %d positions have that index", i, g.Weight(i), twins)
		}
	}
}
