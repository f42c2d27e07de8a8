package squadro

import (
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// board is a second implementation of the rules, on squares: pieces by square, as text writes them.
type board struct {
	size  int
	cells map[[2]int]rune // by row and column
	side  rune
}

func readBoard(text string) board {
	drawn, side, _ := strings.Cut(text, " ")
	b := board{cells: map[[2]int]rune{}, side: rune(side[0])}
	for row, line := range strings.Split(drawn, "/") {
		b.size = len(line)
		for column, symbol := range line {
			if !strings.ContainsRune(".#", symbol) {
				b.cells[[2]int{row, column}] = symbol
			}
		}
	}
	return b
}

func (b board) String() string {
	var rows []string
	for row := range b.size {
		line := ""
		for column := range b.size {
			symbol, ok := b.cells[[2]int{row, column}]
			switch edges := map[int]bool{0: true, b.size - 1: true}; {
			case ok:
				line += string(symbol)
			case edges[row] && edges[column]:
				line += "#"
			default:
				line += "."
			}
		}
		rows = append(rows, line)
	}
	return strings.Join(rows, "/") + " " + string(b.side)
}

// moves returns the boards after all moves.
func (b board) moves() (list []board) {
	home := 0
	for _, symbol := range b.cells {
		if symbol == map[rune]rune{'T': 'L', 'L': 'T'}[b.side] {
			home++
		}
	}
	if home == b.size-3 {
		return nil
	}
	for at, symbol := range b.cells {
		if strings.ContainsRune(map[rune]string{'T': "v^", 'L': "><"}[b.side], symbol) {
			list = append(list, b.move(at, symbol))
		}
	}
	return list
}

// The dots at the start of each lane of the printed board, from the left and from the top.
const dotsTop, dotsLeft = "13231", "31213"

func (b board) move(at [2]int, symbol rune) board {
	to := board{b.size, map[[2]int]rune{}, map[rune]rune{'T': 'L', 'L': 'T'}[b.side]}
	for square, piece := range b.cells {
		to.cells[square] = piece
	}
	delete(to.cells, at)
	step := map[rune][2]int{'v': {1, 0}, '^': {-1, 0}, '>': {0, 1}, '<': {0, -1}}[symbol]
	steps := 0
	if b.side == 'T' {
		steps = int(dotsTop[at[1]-1] - '0')
	} else {
		steps = int(dotsLeft[at[0]-1] - '0')
	}
	if strings.ContainsRune("^<", symbol) {
		steps = 4 - steps
	}
	jumped := false
	for {
		at = [2]int{at[0] + step[0], at[1] + step[1]}
		steps--
		other, met := to.cells[at]
		if met { // back to the side that it came from
			delete(to.cells, at)
			back := map[rune][2]int{'v': {0, at[1]}, '^': {b.size - 1, at[1]}, '>': {at[0], 0}, '<': {at[0], b.size - 1}}[other]
			to.cells[back] = other
			jumped = true
			continue
		}
		edge := at[0] == 0 || at[1] == 0 || at[0] == b.size-1 || at[1] == b.size-1
		if jumped || steps <= 0 || edge {
			break
		}
	}
	switch {
	case symbol == 'v' && at[0] == b.size-1:
		symbol = '^'
	case symbol == '>' && at[1] == b.size-1:
		symbol = '<'
	case symbol == '^' && at[0] == 0:
		symbol = 'T'
	case symbol == '<' && at[1] == 0:
		symbol = 'L'
	}
	to.cells[at] = symbol
	return to
}

// TestNaive compares the successors of many positions with those of the second implementation, and the
// number of positions that play reaches from both starts with that of a separate program.
func TestNaive(t *testing.T) {
	g := open(t, "squadro:lanes=3")
	scratch := g.NewScratch()
	for i := uint64(0); i < g.Size(); i += 17 {
		want := map[string]int{}
		for _, to := range readBoard(g.Text(g.At(i))).moves() {
			want[to.String()]++
		}
		list, ends := scratch.AppendSuccessors(nil, i)
		got := map[string]int{}
		for _, j := range list {
			got[g.Text(g.At(j))]++
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || (ends == engine.IsLost) != (len(want) == 0) {
			t.Fatalf("%s leads to %v (%v), want %v", g.Text(g.At(i)), got, ends, want)
		}
	}
	reached, open := make([]bool, g.Size()), []uint64(nil)
	for _, side := range []string{"T", "L"} {
		p, err := g.Parse("#vvv#/>..../>..../>..../#...# " + side)
		if err != nil {
			t.Fatal(err)
		}
		i, _ := g.Index(p)
		reached[i], open = true, append(open, i)
	}
	count := 0
	for len(open) > 0 {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		count++
		list, _ := scratch.AppendSuccessors(nil, i)
		for _, j := range list {
			if !reached[j] {
				reached[j], open = true, append(open, j)
			}
		}
	}
	if count != 201_029 {
		t.Errorf("play reaches %d positions, want 201029", count)
	}
}
