package solver

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// chessCounts are the values of the positions of a table, by the player to move.
type chessCounts map[string]map[engine.Value]uint64

// countChess counts as the published tables do: symmetric positions once, men that are
// alike as different ones, and no position in which a pawn may be taken in passing.
func countChess(g engine.Game, values []engine.Value) chessCounts {
	counts := chessCounts{}
	for _, section := range g.Parts().Sections() {
		table, side, _ := strings.Cut(section.Name, " ")
		if strings.HasSuffix(side, " in passing") {
			continue
		}
		byValue := map[engine.Value]uint64{}
		counts[table+" "+strings.ToLower(side)] = byValue
		alike := likeMen(table)
		for i := section.First; i < section.First+section.Size; i++ {
			n := alike
			if alike > 1 && swapsMen(g, i) {
				n /= 2
			}
			byValue[values[i]] += n
		}
		if sides := strings.Split(table, "v"); sides[0] == sides[1] {
			counts[table+" black"] = byValue
		}
	}
	return counts
}

// likeMen returns in how many orders men that are alike can be named.
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

// TestChessFigures compares the tables of up to three men, and of more where it is given the
// time, with published counts, and one with the naive solver.
func TestChessFigures(t *testing.T) {
	specs := []string{"chess:men=3"}
	if slow {
		specs = append(specs, "chess:men=4")
	}
	for _, spec := range specs {
		g := open(t, spec, "")
		_, values := solveValues(t, g, Options{})
		counts := countChess(g, values)
		checked := 0
		eachFigure(t, "chess-wdl.tsv", func(table, side string, rest string) {
			got, ok := counts[table+" "+side]
			if !ok {
				return
			}
			var won, drawn, lost uint64
			for v, n := range got {
				switch engine.Byte.Outcome(v) {
				case engine.Win:
					won += n
				case engine.Loss:
					lost += n
				default:
					drawn += n
				}
			}
			if counted := fmt.Sprint(won, drawn, lost); counted != rest {
				t.Errorf("%s %s: %s are won, drawn and lost, published are %s", table, side, counted, rest)
			}
			checked++
		})
		if checked < 10 {
			t.Errorf("%s: %d rows were checked", spec, checked)
		}
	}
	g := open(t, "chess:pieces=KQvK", "")
	_, values := solveValues(t, g, Options{})
	enginetest.CheckValues(t, g, values)
}

// eachFigure calls f for the rows of a file of published figures: their table, their side
// and the rest, parted by blanks.
func eachFigure(t *testing.T, name string, f func(table, side, rest string)) {
	t.Helper()
	content, err := os.ReadFile("../../shared/data/peers/" + name)
	if err != nil {
		t.Skip("the published figures are not here: ", err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(content)), "\n")[1:] {
		fields := strings.Fields(line)
		f(fields[0], fields[1], strings.Join(fields[2:], " "))
	}
}
