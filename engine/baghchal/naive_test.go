package baghchal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// naive is another program for the same game. It plays on text, by the words of the rules, and knows neither
// words of bits nor symmetry nor engine.
type naive struct {
	size, goats, captures int
	draws                 bool
	plies                 map[state]int // of decided positions
	replies               map[state][]state
	ends                  map[state]string // "captures": a jump wins; "draw": over
}

// state is a position of the naive program: the points row by row, T, G or a dot.
type state struct {
	board          string
	tigersMove     bool
	hand, captured int
}

func (s state) text(size int) string {
	var rows []string
	for at := 0; at < len(s.board); at += size {
		rows = append(rows, s.board[at:at+size])
	}
	side := "G"
	if s.tigersMove {
		side = "T"
	}
	return fmt.Sprintf("%s %s %d %d", strings.Join(rows, "/"), side, s.hand, s.captured)
}

// joined returns the point d steps along a line from row y and column x, or -1.
func (n *naive) joined(y, x, dy, dx, d int) int {
	if dy == 0 && dx == 0 || dy != 0 && dx != 0 && (y+x)%2 != 0 {
		return -1
	}
	y, x = y+d*dy, x+d*dx
	if y < 0 || x < 0 || y >= n.size || x >= n.size {
		return -1
	}
	return y*n.size + x
}

func put(board string, changes ...any) string {
	b := []byte(board)
	for at := 0; at < len(changes); at += 2 {
		b[changes[at].(int)] = changes[at+1].(string)[0]
	}
	return string(b)
}

// moves lists the turns at s, as text and result. A jump that wins has the result of captures goats taken.
func (n *naive) moves(s state) (turns []string, results []state) {
	add := func(turn string, board string, hand, captured int) {
		turns, results = append(turns, turn), append(results, state{board, !s.tigersMove, hand, captured})
	}
	name := func(p int) string { return string(rune('a'+p%n.size)) + fmt.Sprint(n.size-p/n.size) }
	for p, piece := range s.board {
		if !s.tigersMove && s.hand > 0 {
			if piece == '.' {
				add(name(p), put(s.board, p, "G"), s.hand-1, s.captured)
			}
			continue
		}
		if mine := "G"; piece != rune(mine[0]) && !s.tigersMove || piece != 'T' && s.tigersMove {
			continue
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				to, beyond := n.joined(p/n.size, p%n.size, dy, dx, 1), n.joined(p/n.size, p%n.size, dy, dx, 2)
				switch {
				case to < 0:
				case s.board[to] == '.':
					add(name(p)+"-"+name(to), put(s.board, p, ".", to, string(piece)), s.hand, s.captured)
				case s.tigersMove && s.board[to] == 'G' && beyond >= 0 && s.board[beyond] == '.':
					add(name(p)+"-"+name(beyond)+"x"+name(to), put(s.board, p, ".", to, ".", beyond, "T"), s.hand, s.captured+1)
				}
			}
		}
	}
	return turns, results
}

// solve decides all positions, ply by ply.
func (n *naive) solve() {
	n.plies, n.replies, n.ends = map[state]int{}, map[state][]state{}, map[state]string{}
	n.place("", 0, 0)
	for s := range n.ends {
		_, results := n.moves(s)
		if len(results) == 0 && !s.tigersMove && n.draws {
			n.ends[s] = "draw"
		}
		for _, to := range results {
			if to.captured == n.captures {
				n.ends[s] = "captures"
			} else {
				n.replies[s] = append(n.replies[s], to)
			}
		}
	}
	for ply, last := 0, 0; ply <= last+2; ply++ {
		var decided []state
		for s, end := range n.ends {
			if _, done := n.plies[s]; done || end == "draw" {
				continue
			}
			winning := ply == 1 && end == "captures"
			losing := ply%2 == 0 && end == ""
			for _, to := range n.replies[s] {
				p, known := n.plies[to]
				winning = winning || known && p%2 == 0 && p == ply-1
				losing = losing && known && p%2 != 0
			}
			if winning || losing {
				decided = append(decided, s)
			}
		}
		for _, s := range decided {
			n.plies[s], last = ply, ply
		}
	}
}

// place lists all positions whose boards begin with board.
func (n *naive) place(board string, tigers, goats int) {
	if tigers > 4 || goats > n.goats {
		return
	}
	if len(board) < n.size*n.size {
		n.place(board+".", tigers, goats)
		n.place(board+"T", tigers+1, goats)
		n.place(board+"G", tigers, goats+1)
		return
	}
	for captured := 0; tigers == 4 && captured < n.captures && goats+captured <= n.goats; captured++ {
		for _, tigersMove := range []bool{false, true} {
			n.ends[state{board, tigersMove, n.goats - goats - captured, captured}] = ""
		}
	}
}

// TestEveryPosition compares every position of small variants with the naive program, its turns and its value,
// which the general naive solver finds for the game.
func TestEveryPosition(t *testing.T) {
	variants := []naive{
		{size: 3, goats: 4, captures: 2}, {size: 3, goats: 4, captures: 5, draws: true}, {size: 3, goats: 1, captures: 1},
		{size: 3, goats: 3, captures: 3}, {size: 4, goats: 1, captures: 2},
	}
	if slow {
		variants = append(variants, naive{size: 4, goats: 2, captures: 1, draws: true}, naive{size: 4, goats: 3, captures: 2}, naive{size: 5, goats: 1, captures: 1})
	}
	for _, v := range variants {
		stuck := map[bool]string{true: "draw", false: "loss"}[v.draws]
		g := open(t, fmt.Sprintf("baghchal:size=%d,goats=%d,captures=%d,stuck=%s", v.size, v.goats, v.captures, stuck))
		v.solve()
		values, weight := enginetest.Naive(g), uint64(0)
		for i := range g.Size() {
			weight += g.Weight(i)
		}
		if weight != uint64(len(v.ends)) {
			t.Fatalf("%v: %d positions, want %d", g.Spec(), weight, len(v.ends))
		}
		for s := range v.ends {
			p, err := g.Parse(s.text(v.size))
			if err != nil {
				t.Fatal(err)
			}
			i, _ := g.Index(p)
			want := engine.Tie
			if plies, decided := v.plies[s]; decided {
				want = engine.Value(1 + plies)
			}
			if values[i] != want {
				t.Fatalf("%v: %s is %s, want %s", g.Spec(), s.text(v.size), g.Kind().Text(values[i]), g.Kind().Text(want))
			}
			turns, _ := v.moves(s)
			var got []string
			for _, m := range g.Moves(p) {
				got = append(got, m.Turn)
			}
			if slices.Sort(turns); !slices.Equal(turns, got) {
				t.Fatalf("%v: %s has the turns %q, want %q", g.Spec(), s.text(v.size), got, turns)
			}
		}
	}
}
