package backgammon_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/backgammon"
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
