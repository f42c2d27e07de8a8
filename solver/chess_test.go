package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
)

// chessCounts are the values of the positions of a table, by the player to move.
type chessCounts map[string]map[engine.Value]uint64

// countChess counts as the published tables do: symmetric positions count once, men of a kind are
// told apart, and positions with a possible capture en passant are left out. each calls its
// argument with every value, in the order of indices.
func countChess(g engine.Game, each func(f func(i uint64, v engine.Value))) chessCounts {
	counts := chessCounts{}
	sections := g.Parts().Sections()
	next, end, alike := 0, uint64(0), uint64(1)
	var byValue map[engine.Value]uint64 // nil: the section does not count
	each(func(i uint64, v engine.Value) {
		for i >= end {
			s := sections[next]
			next, end = next+1, s.First+s.Size
			table, side, _ := strings.Cut(s.Name, " ")
			byValue, alike = nil, likeMen(table)
			if strings.HasSuffix(side, " in passing") {
				continue
			}
			byValue = map[engine.Value]uint64{}
			counts[table+" "+strings.ToLower(side)] = byValue
			if sides := strings.Split(table, "v"); sides[0] == sides[1] {
				counts[table+" black"] = byValue
			}
		}
		if byValue == nil {
			return
		}
		n := alike
		if alike > 1 && swapsMen(g, i) {
			n /= 2
		}
		byValue[v] += n
	})
	return counts
}

// likeMen returns the number of ways to name men of the same kind and colour.
func likeMen(table string) uint64 {
	n := uint64(1)
	run := uint64(1)
	for i := 1; i < len(table); i++ {
		if run++; table[i] != table[i-1] {
			run = 1
		}
		n *= run
	}
	return n
}

// swapsMen reports whether a position is its own twin by a symmetry that moves some man.
func swapsMen(g engine.Game, i uint64) bool {
	const ownTwin = 8 // of the 16 that positions without pawns stand for
	if g.Weight(i) != ownTwin {
		return false
	}
	board, _, _ := strings.Cut(g.Text(g.At(i)), " ")
	for n, row := range strings.Split(board, "/") {
		column := 0
		for _, c := range row {
			if c >= '1' && c <= '8' {
				column += int(c - '0')
				continue
			}
			if column != 7-n {
				return true
			}
			column++
		}
	}
	return false
}

// chessMen returns the numbers of men whose tables the tests compare with published counts.
func chessMen() []int {
	if slow {
		return []int{3, 4}
	}
	return []int{3}
}

// TestChessFigures compares the tables of up to three men, and of four with the tag long, with the
// published counts of wins, draws and losses, and one table with the naive solver.
func TestChessFigures(t *testing.T) {
	for _, men := range chessMen() {
		g := open(t, fmt.Sprint("chess:men=", men), "")
		checked := compareOutcomes(t, g.Kind(), solvedChess(t, g))
		t.Logf("up to %d men: %d rows", men, checked)
		if checked < 10 {
			t.Errorf("%d men: %d rows were checked", men, checked)
		}
	}
	g := open(t, "chess:pieces=KQvK", "")
	_, values := solveValues(t, g, Options{})
	enginetest.CheckValues(t, g, values)
}

// solvedChess solves a game and counts its values.
func solvedChess(t *testing.T, g engine.Game) chessCounts {
	t.Helper()
	dir := t.TempDir()
	if _, err := (altered{Options: Options{Dir: dir, Memory: 1 << 30}, disk: noSync}).solve(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	return countChess(g, func(f func(uint64, engine.Value)) { eachValue(t, dir, f) })
}

// compareOutcomes compares counts with the published ones of wins, draws and losses, and returns
// the number of rows compared.
func compareOutcomes(t *testing.T, kind engine.Kind, counts chessCounts) (checked int) {
	t.Helper()
	eachFigure(t, "outcomes.tsv", func(table, side string, rest string) {
		got, ok := counts[table+" "+side]
		if !ok {
			return
		}
		if counted := strings.Join(strings.Fields(fmt.Sprint(outcomes(kind, got))), " "); counted != "["+rest+"]" {
			t.Errorf("%s %s: %s are won, drawn and lost, want the published %s", table, side, counted, rest)
		}
		checked++
	})
	return checked
}

// outcomes returns the numbers of won, drawn and lost positions.
func outcomes(kind engine.Kind, byValue map[engine.Value]uint64) (n [3]uint64) {
	for v, count := range byValue {
		switch kind.Outcome(v) {
		case engine.Win:
			n[0] += count
		case engine.Draw:
			n[1] += count
		case engine.Loss:
			n[2] += count
		}
	}
	return n
}

// longestMates are the moves of the longest mates by White in Nalimov's tables.
var longestMates = map[string]int{
	"KPvK": 28, "KQvK": 10, "KRvK": 16, "KQvKR": 35, "KBNvK": 33, "KRvKN": 40, "KRvKB": 29,
	"KBNvKN": 107, "KQPvKQ": 124, "KRBvKR": 65, "KRNvKR": 37, "KQQvKQ": 30, "KRPvKR": 74, "KRRvKR": 31,
}

// TestChessTables compares the tables in the folder that FOREGONE_CHESS names, each in a folder
// of its own, with published counts and longest mates, or those of metric=conversion with
// published distances.
func TestChessTables(t *testing.T) {
	root := os.Getenv("FOREGONE_CHESS")
	if root == "" {
		t.Skip("FOREGONE_CHESS names no folder of tables")
	}
	dirs, err := filepath.Glob(kv.TablePath(filepath.Join(root, "*")))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("there are no tables in %s (%v)", root, err)
	}
	for _, dir := range dirs {
		dir = filepath.Dir(dir)
		r, err := table.Open(kv.TablePath(dir), table.ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		header := r.Header()
		r.Close()
		if !strings.HasPrefix(header.Game, "chess:") {
			continue
		}
		g := open(t, header.Game, "")
		counts := countChess(g, func(f func(uint64, engine.Value)) { eachValue(t, dir, f) })
		t.Logf("%s: %d rows of published counts", header.Game, compareOutcomes(t, g.Kind(), counts))
		if g.Kind() != engine.Byte { // values count to the next conversion
			t.Logf("%s: %d rows of published distances", header.Game, compareDistances(t, counts))
			continue
		}
		for name, byValue := range counts {
			longest := 0
			for v := range byValue {
				if plies, _ := engine.Byte.Plies(v); engine.Byte.Outcome(v) == engine.Win {
					longest = max(longest, (plies+1)/2)
				}
			}
			t.Logf("%s: won, drawn and lost %d, the longest mate takes %d moves", name, outcomes(engine.Byte, byValue), longest)
			material, side, _ := strings.Cut(name, " ")
			if want, ok := longestMates[material]; ok && side == "white" && longest != want {
				t.Errorf("%s: the longest mate takes %d moves, want the published %d", name, longest, want)
			}
		}
	}
}

// TestChessConversion compares a table of three men, and with the tag long the published ones of
// four, with the published histograms of distances. Distances are to the next capture, promotion or
// mate by either player.
func TestChessConversion(t *testing.T) {
	tables := []string{"KQvK"}
	if slow {
		tables = append(tables, "KBBvK", "KNNvK", "KQNvK", "KQRvK", "KRNvK")
	}
	for _, name := range tables {
		g := open(t, "chess:metric=conversion,pieces="+name, "")
		checked := compareDistances(t, solvedChess(t, g))
		t.Logf("%s: %d rows", name, checked)
		if checked == 0 {
			t.Errorf("%s: no rows were checked", name)
		}
	}
}

// compareDistances compares counts with the published histograms, and returns the number of rows
// compared.
func compareDistances(t *testing.T, counts chessCounts) (checked int) {
	t.Helper()
	eachFigure(t, "distances.tsv", func(table, side string, rest string) {
		got, ok := counts[table+" "+side]
		if !ok {
			return
		}
		var outcome string
		var plies int
		var want uint64
		if _, err := fmt.Sscan(rest, &outcome, &plies, &want); err != nil {
			t.Fatal(err)
		}
		v, err := engine.Wide.Decided(outcome == "win", plies)
		if err != nil {
			t.Fatal(err)
		}
		if got[v] != want {
			t.Errorf("%s %s: %d are a %s in %d plies, want the published %d", table, side, got[v], outcome, plies, want)
		}
		checked++
	})
	return checked
}

// TestConversion compares games in which turns are counted to the next exit with the naive
// solver, and verifies them.
func TestConversion(t *testing.T) {
	var games []engine.Game
	if slow {
		games = append(games, open(t, "chess:pieces=KRvK,metric=conversion", ""))
	}
	for seed := range rounds() {
		games = append(games, enginetest.RandomGame(int64(seed), converting(400, 6)))
	}
	for _, g := range games {
		for _, o := range []Options{{Workers: 2}, {Strategy: Forward, Chunk: 64}} {
			if o.Chunk > 0 && g.Size() > 1000 {
				continue
			}
			_, values := solveValues(t, g, o)
			enginetest.CheckValues(t, g, values)
			if r := verified(t, g, openValues(t, g, values), VerifyOptions{}); r.Failed > 0 || r.Checked != g.Size() {
				t.Errorf("%s: %+v", g.Spec(), r)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// eachFigure calls f for the rows of a file of published figures: their table, their side
// and the rest, separated by blanks.
func eachFigure(t *testing.T, name string, f func(table, side, rest string)) {
	t.Helper()
	for _, row := range enginetest.Figures(t, "../engine/chess/testdata/published/"+name) {
		f(row[0], row[1], strings.Join(row[2:], " "))
	}
}
