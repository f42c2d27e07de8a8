package rushhour

import (
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

func TestConformance(t *testing.T) {
	for _, text := range []string{"rushhour", "rushhour:scope=cars", "rushhour:letters=...BAA.BxCC.....,scope=cars", "rushhour:scope=all3", "rushhour:scope=all4"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, enginetest.Open(t, Definition(), text), enginetest.Options{NotPositions: []string{"AA", ".B.AAB.BC..C....", "ABAA............", "AA.b............"}})
		})
	}
}

// TestUniverse counts the boards of a size whose car A is at the exit: 2,896 of 4×4 squares, as the
// enumeration of github.com/fogleman/rush counts them.
func TestUniverse(t *testing.T) {
	p, goals := newUniverse(4).puzzle(), 0
	for rank := range p.Keys.Len() {
		if p.IsGoal(p.Keys.Key(rank)) {
			goals++
		}
	}
	if goals != 2896 {
		t.Errorf("%d boards with car A at the exit, published 2896", goals)
	}
}

// Both codes of positions have the same moves.
func TestCodesAgree(t *testing.T) {
	u, text := newUniverse(4), "BB.C/AA.C/DEEE/D.FF"
	f, err := newFleet(strings.ReplaceAll(text, "/", ""))
	if err != nil {
		t.Fatal(err)
	}
	texts := func(n interface {
		engine.KeyNotation
		appendNeighbours(dst []uint64, key uint64) []uint64
		moveText(from, to uint64) string
	}) (list []string) {
		key, err := n.ParseKey(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range n.appendNeighbours(nil, key) {
			list = append(list, n.moveText(key, to))
		}
		slices.Sort(list)
		return list
	}
	if a, b := texts(f), texts(u); !slices.Equal(a, b) || len(a) == 0 {
		t.Errorf("moves %v of the board, %v of all boards", a, b)
	}
}

func TestRefused(t *testing.T) {
	enginetest.Refused(t, Definition(), map[string]string{
		"rushhour:letters=AA.BB":                        "parameter letters of rushhour: \"AA.BB\" has 5 squares: want 9, in 3 rows of 3",
		"rushhour:letters=.B...B...,scope=start":        "parameter letters of rushhour: \".B...B...\": the squares of B are not a car: want two or more in a row or a column",
		"rushhour:letters=.B..B....":                    "parameter letters of rushhour: \".B..B....\" has no car A that lies in a row",
		"rushhour:letters=AA.......,scope=all4":         "scope=all4 is about all boards: want no board and no letters",
		"rushhour:scope=all6":                           "parameter scope of rushhour: \"all6\" is none of its words: want one of start, cars, all3, all4, all5",
		"rushhour:letters=AA.......................#bb": "parameter letters of rushhour: \"AA.......................#bb\" has 28 squares: want 36, in 6 rows of 6",
	})
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.Open(f, Definition(), "rushhour:scope=all4"), "BB.C/AA.C/DEEE/D.FF", "..../AA../..../....", "QQ.C/AA.C/DEEE/D.xx")
}
