//go:build long

package solver

import (
	"bufio"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
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

// hyperUnit is the greatest number of three bytes, a probability of 1 in the files of makehyper.
const hyperUnit = 1<<24 - 1

// choose returns a binomial coefficient.
func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// hyperIndex returns GNU Backgammon's number of one side: the rank of its bits, a one after the checkers of each point
// from the bar down, among all numbers with 25 ones.
func hyperIndex(points []int) (rank int) {
	var count [25]int
	for _, p := range points {
		if p > 0 {
			count[p-1]++
		}
	}
	word, at := uint32(0), 0
	for p := 24; p >= 0; p-- {
		at += count[p]
		word |= 1 << at
		at++
	}
	for ones := 25; word != 0; ones-- {
		high := bits.Len32(word) - 1
		if high+1 > ones {
			rank += choose(high, ones)
		}
		word &^= 1 << high
	}
	return rank
}

// hyperEquities returns the equities of a table where makehyper has them, at the number of the mover's side times the
// number of sides and the other's; NaN stands for pairs that are no positions.
func hyperEquities(t *testing.T, g engine.Game, tab *table.Reader, checkers int) []float64 {
	t.Helper()
	sides := choose(25+checkers, checkers)
	list := make([]float64, sides*sides)
	for i := range list {
		list[i] = math.NaN()
	}
	for i := range g.Size() {
		v, err := tab.Get(i)
		if err != nil {
			t.Fatal(err)
		}
		b := tablesOf(g.Text(g.At(i)), checkers)
		at := hyperIndex(b[0])*sides + hyperIndex(b[1])
		if !math.IsNaN(list[at]) {
			t.Fatalf("%s has the pair of sides of another position", b.text())
		}
		list[at] = g.Kind().Float(v)
	}
	return list
}

// makehyper runs GNU Backgammon's program and returns the equities of its file. seed, if any, holds the equities from which
// it goes on: each is written as the probabilities of a game in which all wins and losses are backgammons. The program
// iterates until nothing changes by more than threshold, not even the equities with a cube, of which seed has none.
func makehyper(t *testing.T, program string, checkers int, seed []float64, threshold string) []float64 {
	t.Helper()
	dir := t.TempDir()
	args := []string{"-n", "-c", fmt.Sprint(checkers), "-t", threshold, "-f", "out.bd"}
	if seed != nil {
		args = append(args, "-r", "seed.bd")
		file, err := os.Create(filepath.Join(dir, "seed.bd"))
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriter(file)
		put := func(n int) { w.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16)}) }
		fmt.Fprintf(w, "gnubg-H%d%s\n", checkers, strings.Repeat("x", 31))
		for _, e := range seed {
			if math.IsNaN(e) {
				e = 0
			}
			won := int(math.Round((e + 3) / 6 * hyperUnit))
			for _, n := range []int{won, won, won, hyperUnit - won, hyperUnit - won} {
				put(n)
			}
			for range 4 { // with a cube, which the tables do not have
				put(int((max(-1, min(e, 1))/6 + 0.5) * hyperUnit))
			}
			w.WriteByte(0)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(string(said), "\r", "\n"), "\n") {
		if strings.HasPrefix(line, "norm") || strings.HasPrefix(line, "Total") {
			t.Log(line)
		}
	}
	return hyperFile(t, filepath.Join(dir, "out.bd"), checkers)
}

// hyperFile returns the equities of a file of makehyper.
func hyperFile(t *testing.T, path string, checkers int) []float64 {
	t.Helper()
	file, err := os.ReadFile(path)
	sides := choose(25+checkers, checkers)
	if err != nil || len(file) != 40+28*sides*sides {
		t.Fatalf("its file has %d bytes, %v", len(file), err)
	}
	list := make([]float64, sides*sides)
	for i := range list {
		var p [5]float64
		for k := range p {
			at := file[40+28*i+3*k:]
			p[k] = float64(int(at[0])|int(at[1])<<8|int(at[2])<<16) / hyperUnit
		}
		list[i] = 2*p[0] - 1 + p[1] - p[3] + p[2] - p[4]
	}
	return list
}

// TestMakehyper compares the equities of all positions with GNU Backgammon's makehyper. For one and two checkers a side
// makehyper starts from nothing. Then it goes on from the tables: it reads their equities and finds, by its own rules, the
// mean of the best moves at every position, which must be the same equities. That needs one or two iterations instead
// of dozens, so that three checkers can be compared, too, if FOREGONE_HYPERGAMMON is the folder of their
// database. If FOREGONE_MAKEHYPER is the database that makehyper -c 3 made, which takes hours, the test compares that instead.
func TestMakehyper(t *testing.T) {
	program := "/usr/games/makehyper" // where Debian puts it
	if found, err := exec.LookPath("makehyper"); err == nil {
		program = found
	} else if _, err := os.Stat(program); err != nil {
		t.Skip("makehyper is not installed: apt-get install gnubg")
	}
	registry := games.NewRegistry(backgammon.Hypergammon())
	for checkers := 1; checkers <= 3; checkers++ {
		t.Run(fmt.Sprint(checkers), func(t *testing.T) {
			g := enginetest.OpenIn(t, registry, fmt.Sprintf("hypergammon:checkers=%d", checkers))
			var tab *table.Reader
			if dir := os.Getenv("FOREGONE_HYPERGAMMON"); checkers < 3 {
				tab = pigTable(t, g)
			} else if dir == "" {
				t.Skip("set FOREGONE_HYPERGAMMON to the database of hypergammon")
			} else if r, err := table.Open(filepath.Join(dir, "table.foregone"), table.ReaderOptions{}); err != nil {
				t.Fatal(err)
			} else {
				tab = r
				defer tab.Close()
			}
			ours := hyperEquities(t, g, tab, checkers)
			compare := func(what string, theirs []float64, most float64) {
				worst, at, n, sum := 0.0, 0, 0, 0.0
				for i, e := range ours {
					if math.IsNaN(e) {
						continue
					}
					n++
					off := math.Abs(e - theirs[i])
					if sum += off; off > worst {
						worst, at = off, i
					}
				}
				t.Logf("%d checkers, %s: %d equities differ by at most %.2g, by %.2g on average", checkers, what, n, worst, sum/float64(n))
				if uint64(n) != g.Size() || worst > most {
					t.Errorf("%s: %d of %d positions, the sides %d are worth %v, and makehyper says %v", what, n, g.Size(), at, ours[at], theirs[at])
				}
			}
			if made := os.Getenv("FOREGONE_MAKEHYPER"); checkers == 3 && made != "" {
				compare("its database", hyperFile(t, made, checkers), 1e-4) // 33 iterations leave 5e-5
				return
			}
			compare("makehyper goes on from the table", makehyper(t, program, checkers, ours, "1"), 2e-6)
			if checkers < 3 {
				compare("makehyper from nothing", makehyper(t, program, checkers, nil, "1e-5"), 2e-5)
			}
		})
	}
}
