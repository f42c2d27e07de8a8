package connectfour

import (
	"fmt"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestRankedConformance runs the kit on boards that are numbered by columns.
func TestRankedConformance(t *testing.T) {
	for _, board := range [][2]int{{4, 4}, {5, 3}, {2, 5}, {1, 6}, {6, 1}} {
		text := fmt.Sprintf("connect-four:width=%d,height=%d,ranked=true", board[0], board[1])
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, open(t, text), enginetest.Options{
				Positions:    naivePositions(board[0], board[1]),
				NotPositions: []string{"O", strings.Repeat(".", 99), strings.Repeat("X", board[0]*board[1])},
			})
		})
	}
}

// TestRankedValues compares the numbering by columns with the stored keys. It checks the moves of
// every reachable position, and its value from the evaluation of whole layers.
func TestRankedValues(t *testing.T) {
	for _, board := range [][2]int{{4, 4}, {5, 3}, {2, 5}, {1, 6}, {6, 1}, {3, 4}, {4, 5}, {5, 4}} {
		if board[0]+board[1] == 9 && !slow {
			continue
		}
		name := fmt.Sprintf("connect-four:width=%d,height=%d", board[0], board[1])
		t.Run(name, func(t *testing.T) {
			plain, g := open(t, name), open(t, name+",ranked=true")
			want, got := enginetest.Naive(plain), evaluateAll(t, g, 1<<12)
			var weights uint64
			for i := range plain.Size() {
				text := plain.Text(plain.At(i))
				p, err := g.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				j, ok := g.Index(p)
				if !ok || engine.Value(got[j]) != want[i] {
					t.Fatalf("%s has the index %d, %v, and is %s, want %s", text, j, ok, engine.Byte.Text(engine.Value(got[j])), engine.Byte.Text(want[i]))
				}
			}
			for i := range g.Size() {
				weights += g.Weight(i)
			}
			if n := naivePositions(board[0], board[1]); weights != n {
				t.Errorf("%d positions, want %d", weights, n)
			}
		})
	}
}

// evaluateAll returns all values. It evaluates run positions at a time.
func evaluateAll(t *testing.T, g engine.Game, run uint64) []byte {
	values := make([]byte, g.Size())
	list := g.Slices()
	exits := make([][]byte, len(list))
	for n := len(list) - 1; n >= 0; n-- {
		s := list[n]
		exits[n] = values[s.First:][:s.Size]
		evaluator := g.NewScratch().LayerEvaluator
		for first := s.First; first < s.First+s.Size; first += run {
			size := min(run, s.First+s.Size-first)
			if err := evaluator.EvaluateLayer(values[first:], first, size, exits); err != nil {
				t.Fatal(err)
			}
		}
		if n+1 < len(list) {
			exits[n+1] = nil
		}
	}
	return values
}

// naivePositions counts the boards with a free cell, alternating piece counts and no four in a
// line. It does not play to find them.
func naivePositions(width, height int) (count uint64) {
	n := &naive{width: width, height: height, line: 4}
	board := []byte(strings.Repeat(".", width*height))
	var fill func(column, row, x, o int)
	fill = func(column, row, x, o int) {
		if column == width {
			if (x == o || x == o+1) && x+o < width*height && !n.won(string(board), 'X') && !n.won(string(board), 'O') {
				count++
			}
			return
		}
		fill(column+1, 0, x, o)
		if row == height {
			return
		}
		cell := (height-1-row)*width + column
		board[cell] = 'X'
		fill(column, row+1, x+1, o)
		board[cell] = 'O'
		fill(column, row+1, x, o+1)
		board[cell] = '.'
	}
	fill(0, 0, 0, 0)
	return count
}
