//go:build long

package solver

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/kv/table"
)

// text writes a position of hypergammon.
func (b tables) text() string {
	var s strings.Builder
	for side, points := range b {
		if side == 1 {
			s.WriteByte('/')
		}
		var count [26]byte
		for _, point := range points {
			count[point]++
		}
		for _, n := range count[1:] {
			s.WriteByte('0' + n)
		}
	}
	return s.String()
}

// TestHypergammonWhole compares the equations of 10,000 random positions of three checkers a side with the rules of
// the test. FOREGONE_HYPERGAMMON is the folder of the database, which takes about an hour of CPU time to make.
func TestHypergammonWhole(t *testing.T) {
	dir := os.Getenv("FOREGONE_HYPERGAMMON")
	if dir == "" {
		t.Skip("set FOREGONE_HYPERGAMMON to the database of hypergammon")
	}
	g := enginetest.OpenIn(t, games.NewRegistry(backgammon.Hypergammon()), "hypergammon")
	tab, err := table.Open(filepath.Join(dir, "table.foregone"), table.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer tab.Close()
	value := func(b tables) float64 {
		p, err := engine.ParsePosition(g, b.text())
		if err != nil {
			t.Fatal(err)
		}
		i, ok := g.Index(p)
		v, err := tab.Get(i)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", b.text(), ok, err)
		}
		return g.Kind().Float(v)
	}
	rng := rand.New(rand.NewPCG(30, 3))
	worst := 0.0
	for range 10_000 {
		b := tablesOf(g.Text(g.At(rng.Uint64N(g.Size()))), 3)
		want := 0.0
		switch {
		case b.over():
			continue
		case (tables{b[1], b[0]}).over():
			want = b.lost()
		default:
			for high := 1; high <= 6; high++ {
				for low := 1; low <= high; low++ {
					best := math.Inf(-1)
					for _, next := range b.turns(high, low) {
						best = max(best, -value(next))
					}
					want += best / 36 * map[bool]float64{false: 2, true: 1}[high == low]
				}
			}
		}
		off := math.Abs(value(b) - want)
		if worst = max(worst, off); off > 2*tab.Header().Error+1e-14 {
			t.Errorf("%s is worth %v, want %v", b.text(), value(b), want)
		}
	}
	t.Logf("the greatest difference is %v, the proven error %v", worst, tab.Header().Error)
}
