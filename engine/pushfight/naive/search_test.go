package naive

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

// TestSearch draws small boards at random and reports those whose solution has
// draws and long wins. It runs only with FOREGONE_SEARCH set to a duration, for
// example FOREGONE_SEARCH=60s go test -run TestSearch -v.
func TestSearch(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("FOREGONE_SEARCH"))
	if err != nil {
		t.Skip("FOREGONE_SEARCH is not a duration")
	}
	pieces := [][2]int{{0, 2}, {0, 3}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 3}, {3, 1}}
	tried := 0
	for end := time.Now().Add(duration); time.Now().Before(end); {
		b, ok := randomBoard()
		if !ok {
			continue
		}
		p := pieces[rand.IntN(len(pieces))]
		g, err := NewGame(b, p[0], p[1])
		if err != nil || g.Permutations() > 250000 || g.Stored() > 60000 || g.Stored() < 100 {
			continue
		}
		tried++
		counts := Histogram(g, Solve(g))
		last := len(counts) - 2 // the greatest remoteness in plies
		if counts[Draw] > 0 && last >= 15 {
			t.Logf("movers=%d,pushers=%d symmetric=%v centre=%v stored=%d draws=%d longest=%d plies\n%s%v",
				p[0], p[1], b.Symmetric(), b.HasCentre(), g.Stored(), counts[Draw], last,
				b, counts)
		}
	}
	t.Logf("%d boards tried", tried)
}

// randomBoard draws a connected board of 6 to 14 squares, one time in two with
// 180° symmetry.
func randomBoard() (Board, bool) {
	rows, cols := 1+rand.IntN(5), 3+rand.IntN(6)
	grid := make([]byte, rows*cols)
	share := 0.5 + rand.Float64()/2
	for i := range grid {
		grid[i] = ' '
		if rand.Float64() < share {
			grid[i] = '.'
		}
	}
	if rand.IntN(2) == 0 {
		for i := range grid {
			grid[len(grid)-1-i] = grid[i]
		}
	}
	var text strings.Builder
	for row := range rows {
		fmt.Fprintf(&text, "%s\n", grid[row*cols:(row+1)*cols])
	}
	b, err := ParseBoard(text.String())
	if err != nil || b.Squares() < 6 || b.Squares() > 14 {
		return b, false
	}
	return b, connected(b)
}

// connected reports whether every square can be reached from square 0.
func connected(b Board) bool {
	g := Game{Board: b}
	return len(g.Board.walks(strings.Repeat(".", b.Squares()), 0)) == b.Squares()
}
