package tictacchec

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is a second implementation of the rules, on the text of a position: rows from the top, the
// mover upwards.
type naive struct{ pieces string }

// hand returns the pieces that the mover has in hand.
func (n naive) hand(board string) (hand []byte) {
	for _, c := range []byte(n.pieces) {
		if !strings.ContainsRune(board, rune(c)) && (c != 'P' || !strings.Contains(board, "D")) {
			hand = append(hand, c)
		}
	}
	return hand
}

// won reports whether the capitals, or the small letters, fill a line.
func (n naive) won(board string, capital bool) bool {
	own := func(x, y int) bool {
		if x < 0 || y < 0 || x > 3 || y > 3 {
			return false
		}
		c := board[4*y+x]
		return c != '.' && (c < 'a') == capital
	}
	for x := range 4 {
		for y := range 4 {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				in := 0
				for own(x+in*d[0], y+in*d[1]) && in < len(n.pieces) {
					in++
				}
				if in == len(n.pieces) {
					return true
				}
			}
		}
	}
	return false
}

// moves returns the sorted texts of the positions after each move, and whether the game is over.
func (n naive) moves(text string) (list []string, over bool) {
	board, turns := text[:16], len(n.pieces)*2-2
	if len(text) > 16 {
		fmt.Sscan(text[16:], &turns)
	}
	if n.won(board, true) || n.won(board, false) {
		return nil, true
	}
	found := map[string]bool{}
	end := func(x, y int, c byte, from int) {
		b := []byte(board)
		if from >= 0 {
			b[from] = '.'
		}
		switch {
		case c == 'P' && y == 0:
			c = 'D'
		case c == 'D' && y == 3:
			c = 'P'
		}
		b[4*y+x] = c
		var turned []byte // the opponent's view: turned by 180°, sides exchanged
		for _, c := range slices.Backward(b) {
			if c != '.' {
				c ^= 0x20
			}
			turned = append(turned, c)
		}
		next := string(turned)
		if turns+1 < len(n.pieces)*2-2 {
			next += fmt.Sprintf(" %d", turns+1)
		}
		found[next] = true
	}
	for s := range 16 {
		if board[s] != '.' {
			continue
		}
		for _, c := range n.hand(board) {
			end(s%4, s/4, c, -1)
		}
	}
	for s := range 16 {
		c := board[s]
		if c == '.' || c >= 'a' || turns < len(n.pieces)*2-2 {
			continue
		}
		slide := func(dx, dy, most int) {
			for x, y, k := s%4+dx, s/4+dy, 0; x >= 0 && x < 4 && y >= 0 && y < 4 && k < most; x, y, k = x+dx, y+dy, k+1 {
				t := board[4*y+x]
				if t == '.' || t >= 'a' {
					end(x, y, c, s)
				}
				if t != '.' {
					return
				}
			}
		}
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				switch {
				case c == 'N' && dx*dx+dy*dy == 5:
					slide(dx, dy, 1)
				case c == 'B' && dx*dx == 1 && dy*dy == 1, c == 'R' && dx*dx+dy*dy == 1:
					slide(dx, dy, 3)
				}
			}
		}
		dy := map[byte]int{'P': -1, 'D': 1}[c]
		if dy == 0 {
			continue
		}
		for dx := -1; dx <= 1; dx++ {
			x, y := s%4+dx, s/4+dy
			if x < 0 || x > 3 {
				continue
			}
			if t := board[4*y+x]; dx == 0 && t == '.' || dx != 0 && t >= 'a' {
				end(x, y, c, s)
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
	for _, pieces := range []string{"PNBR", "PNR", "PB", "NR"} {
		g := open(t, "tictacchec:pieces="+pieces)
		n := naive{pieces}
		p, _ := g.Start()
		random := uint64(1)
		for range 5_000 {
			text := g.Text(p)
			want, over := n.moves(text)
			results := g.AppendResults(nil, p)
			var got []string
			for _, r := range results {
				got = append(got, g.Text(r.To))
			}
			sort.Strings(got)
			if v, finished := g.Finished(p); !slices.Equal(got, want) || over != finished || over && g.Kind().Outcome(v) != engine.Loss {
				t.Fatalf("%s: moves to %v, over %v; want %v, %v", text, got, finished, want, over)
			}
			random = random*6364136223846793005 + 1442695040888963407
			if len(results) == 0 {
				p, _ = g.Start()
				continue
			}
			p = results[random>>33%uint64(len(results))].To
		}
	}
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "tictacchec:pieces=PNR"), "Pr../n.R./...p/N...", ".........P...... 1", "D.../..../..../p...", "................ 0", "é", "P...")
}
