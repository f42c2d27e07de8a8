package backgammon_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
	"github.com/foregone-db/foregone/engine/drawing"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

// TestBearoffConformance runs the kit on small variants.
func TestBearoffConformance(t *testing.T) {
	registry := games.NewRegistry(backgammon.Bearoff())
	for _, text := range []string{"bearoff:checkers=1", "bearoff:checkers=2", "bearoff:checkers=2,points=8", "bearoff:checkers=1,cube=money", "bearoff:checkers=3,cube=money,points=2"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, enginetest.OpenIn(t, registry, text), enginetest.Options{
				NotPositions: []string{"", "passed!", "100000", "100000/", "100000/10000g", "100000/900000", "CgAAEAEAAAAAA", "//////////////", "100000/100000:take?"},
			})
		})
	}
}

// TestHypergammonConformance runs the kit on games of fewer checkers.
func TestHypergammonConformance(t *testing.T) {
	registry := games.NewRegistry(backgammon.Hypergammon())
	for text, options := range map[string]enginetest.Options{
		"hypergammon:checkers=1": {NotPositions: []string{"", "1000000000000000000000000/0000000000000000000000010", "1/1", "passed", "0000000000000000000000001/0000000000000000000000002"}},
		"hypergammon:checkers=2": {Exhaustive: 1000, Samples: 500, Moves: 100},
	} {
		t.Run(text, func(t *testing.T) { enginetest.Run(t, enginetest.OpenIn(t, registry, text), options) })
	}
}

// TestHypergammonSize counts the positions of the game: GNU Backgammon's makehyper reports 7,959,904.
func TestHypergammonSize(t *testing.T) {
	registry := games.NewRegistry(backgammon.Hypergammon())
	for text, want := range map[string]uint64{"hypergammon": 7_959_904} {
		if g := enginetest.OpenIn(t, registry, text); g.Size() != want {
			t.Errorf("%s has %d positions, want %d", text, g.Size(), want)
		}
	}
}

// TestBearoffRefusals opens variants that are too large.
func TestBearoffRefusals(t *testing.T) {
	spec, err := backgammon.Bearoff().Parse("bearoff:checkers=15,points=7", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := backgammon.Bearoff().New(spec); err == nil {
		t.Error("15 checkers on 7 points are not refused")
	}
}

// TestPositionID reads the example of the manual of GNU Backgammon.
func TestPositionID(t *testing.T) {
	for text, want := range map[string]string{"bearoff": "010010/011000", "bearoff:cube=money": "010010/011000:double-centre"} {
		g := enginetest.OpenIn(t, games.NewRegistry(backgammon.Bearoff()), text)
		p, err := engine.ParsePosition(g, "CgAAEAEAAAAAAA")
		if err != nil || g.Text(p) != want {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
}

// FuzzBearoff parses any text.
func FuzzBearoff(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.OpenIn(f, games.NewRegistry(backgammon.Bearoff()), "bearoff:checkers=2,cube=money"), "010010/011000:take", "passed", "CgAAEAEAAAAAAA")
}

// TestHypergammonBoard plays at random: of the points, bars and trays that a turn is clicked on, the drawn board
// changes, as the mover sees it.
func TestHypergammonBoard(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(backgammon.Hypergammon()), "hypergammon:checkers=2")
	checkers := func(p engine.Position, other bool) map[string]rune {
		l, ok := drawing.ReadLayout(g.Board(p))
		if !ok || len(l.Squares) != 14*8 {
			t.Fatalf("%s is drawn as\n%s", g.Text(p), g.Board(p))
		}
		on := map[string]rune{}
		for _, s := range l.Squares {
			switch row := s.Row; {
			case s.Symbol != 'Y' && s.Symbol != 'y':
			case other: // sees the rows reversed
				on[l.Columns[s.Column]+l.Rows[7-row]] = s.Symbol ^ ' '
			default:
				on[l.Columns[s.Column]+l.Rows[row]] = s.Symbol
			}
		}
		return on
	}
	r, clicked := rand.New(rand.NewPCG(28, 1)), 0
	for range 200 {
		p := g.At(r.Uint64N(g.Size()))
		before := checkers(p, false)
		for _, m := range g.Moves(p) {
			after := checkers(m.To, true)
			for _, click := range g.Parts().Depiction.Clicks(m.Turn) {
				clicked++
				if !slices.ContainsFunc(strings.Split(click.Square, "|"), func(name string) bool { return before[name] != after[name] }) {
					t.Errorf("%s: %s does not change %s", g.Text(p), m.Turn, click.Square)
				}
			}
		}
	}
	if clicked < 1000 {
		t.Errorf("%d clicks", clicked)
	}
}

// TestNotationOfThrows: each checker of a turn goes as far as dice of the throw say.
func TestNotationOfThrows(t *testing.T) {
	registry := games.NewRegistry(backgammon.Bearoff(), backgammon.Hypergammon())
	r, seen := rand.New(rand.NewPCG(30, 1)), 0
	for _, text := range []string{"hypergammon:checkers=2", "bearoff:checkers=4"} {
		g := enginetest.OpenIn(t, registry, text)
		for range 300 {
			p := g.At(r.Uint64N(g.Size()))
			for _, roll := range g.Parts().Dice.Rolls(p) {
				for _, turn := range roll.Turns {
					if seen++; !thrown(roll.Name, turn.Turn) {
						t.Errorf("%s: %s", g.Text(p), roll.Text(&turn))
					}
				}
			}
		}
	}
	if seen < 10_000 || thrown("4-1", "6/3,4/2") || !thrown("4-1", "6/2,4/3") || thrown("6-6", "24/17,23/6") || thrown("2-1", "6/off") {
		t.Errorf("%d turns, or the check of this test is wrong", seen)
	}
}

// thrown reports whether the dice of a throw such as 6-1 take each checker of a turn from its point to the other.
func thrown(throw, turn string) bool {
	var high, low, used, from, to int
	fmt.Sscanf(throw, "%d-%d", &high, &low)
	var far []int
	var off []bool
	for _, word := range strings.Split(strings.NewReplacer("bar", "25", "off", "0").Replace(turn), ",") {
		if n, _ := fmt.Sscanf(word, "%d/%d", &from, &to); n == 2 {
			far, off = append(far, from-to), append(off, to == 0)
		}
	}
	by := func(k, pips int) bool { return far[k] == pips || off[k] && far[k] < pips }
	switch {
	case high == low:
		for k, d := range far {
			if d%low != 0 && !off[k] {
				return false
			}
			used += (d + low - 1) / low
		}
		return used <= 4
	case len(far) == 2:
		return by(0, high) && by(1, low) || by(0, low) && by(1, high)
	}
	return len(far) == 0 || len(far) == 1 && (by(0, high) || by(0, low) || by(0, high+low))
}

// FuzzHypergammon parses any text.
func FuzzHypergammon(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.OpenIn(f, games.NewRegistry(backgammon.Hypergammon()), "hypergammon:checkers=1"),
		"0000000000000000000000001/0000000000000000000000001", "1000000000000000000000000/0000000000000000000000010", "passed", "AAAAAAAAAAAAAA")
}
