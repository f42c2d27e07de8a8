package morris

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// naive is a second implementation of the rules, point by point on the drawn board. It finds lines
// by scanning rows, columns and diagonals.
type naive struct {
	r     *rules
	side  int
	steps map[int][]int
	mills [][]int
}

func newNaive(r *rules, diagonals bool) *naive {
	n := &naive{r: r, side: r.side(), steps: map[int][]int{}}
	board := n.board("")
	join := func(line []int) {
		for i := 1; i < len(line); i++ {
			n.steps[line[i-1]] = append(n.steps[line[i-1]], line[i])
			n.steps[line[i]] = append(n.steps[line[i]], line[i-1])
		}
		if len(line) == 3 {
			n.mills = append(n.mills, line)
		}
	}
	for s := range n.side {
		var row, column []int
		for t := range n.side {
			if board[s*n.side+t] == '.' {
				row = append(row, s*n.side+t)
			}
			if board[t*n.side+s] == '.' {
				column = append(column, t*n.side+s)
			}
		}
		for _, line := range [][]int{row, column} {
			if middle := len(line) / 2; r.rings > 1 && s == n.side/2 { // the rings do not meet in the middle
				join(line[:middle])
				join(line[middle:])
			} else {
				join(line)
			}
		}
	}
	if !diagonals {
		return n
	}
	for _, down := range []int{1, -1} {
		var line []int
		for t := range n.side {
			s := t
			if down < 0 {
				s = n.side - 1 - t
			}
			if board[s*n.side+t] == '.' {
				line = append(line, s*n.side+t)
			}
		}
		if r.rings == 1 {
			join(line)
		} else {
			join(line[:r.rings])
			join(line[r.rings:])
		}
	}
	return n
}

// board returns the squares of a text, or of the empty board.
func (n *naive) board(text string) []byte {
	if text == "" {
		text = n.r.KeyText(0)
	}
	return []byte(text)[:n.side*n.side]
}

func (n *naive) milled(b []byte, s int) bool {
	for _, m := range n.mills {
		if slices.Contains(m, s) && b[m[0]] == b[s] && b[m[1]] == b[s] && b[m[2]] == b[s] {
			return true
		}
	}
	return false
}

// moves returns the sorted texts of the positions after each move, and whether the mover has too
// few men.
func (n *naive) moves(text string) (list []string, over bool) {
	b := n.board(text)
	var own, other int
	fmt.Sscanf(text[len(b):], "%d-%d", &own, &other)
	men := strings.Count(string(b), "X")
	if men+own < 3 {
		return nil, true
	}
	found := map[string]bool{}
	end := func(b []byte, hand int) {
		swapped := strings.NewReplacer("X", "O", "O", "X").Replace(string(b))
		found[fmt.Sprintf("%s %d-%d", swapped, other, hand)] = true
	}
	land := func(b []byte, to, hand int) {
		b[to] = 'X'
		if !n.milled(b, to) || !strings.Contains(string(b), "O") {
			end(b, hand)
			return
		}
		var open, all []int
		for s, c := range b {
			if c == 'O' {
				all = append(all, s)
				if !n.milled(b, s) {
					open = append(open, s)
				}
			}
		}
		if len(open) == 0 {
			open = all
		}
		for _, s := range open {
			c := slices.Clone(b)
			c[s] = '.'
			end(c, hand)
		}
	}
	for s := range b {
		switch {
		case own > 0 && b[s] == '.':
			land(slices.Clone(b), s, own-1)
		case own == 0 && b[s] == 'X':
			targets := n.steps[s]
			if n.r.flying && men == 3 {
				targets = nil
				for t := range b {
					targets = append(targets, t)
				}
			}
			for _, t := range targets {
				if b[t] == '.' {
					c := slices.Clone(b)
					c[s] = '.'
					land(c, t, 0)
				}
			}
		}
	}
	for text := range found {
		list = append(list, text)
	}
	sort.Strings(list)
	return list, false
}

// TestNaive compares the moves of positions of random games with those of the second
// implementation.
func TestNaive(t *testing.T) {
	for _, rings := range []int{1, 2, 3} {
		for variant := range 4 {
			flying, diagonals := variant&1 != 0, variant&2 != 0
			r := newRules(rings, usual[rings], flying, diagonals)
			n := newNaive(r, diagonals)
			random, key := uint64(1), uint64(0)
			for range 5_000 {
				text := r.KeyText(key)
				want, over := n.moves(text)
				moves, ends := r.AppendMoves(nil, key)
				var got []string
				for _, to := range moves {
					got = append(got, r.KeyText(to))
				}
				sort.Strings(got)
				if !slices.Equal(slices.Compact(got), want) || over != (ends == engine.IsLost) {
					t.Fatalf("rings %d, flying %v, diagonals %v: %s: moves to %v, over %v; want %v, %v", rings, flying, diagonals, text, got, ends, want, over)
				}
				random = random*6364136223846793005 + 1442695040888963407
				if len(moves) == 0 || random>>60 == 0 && key>>placedBits == uint64(2*r.men) {
					key = 0
					continue
				}
				key = moves[random>>33%uint64(len(moves))]
			}
		}
	}
}
