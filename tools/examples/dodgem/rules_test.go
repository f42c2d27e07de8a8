package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestRules is the test that every game passes: moves, indices, notation.
func TestRules(t *testing.T) {
	for _, text := range []string{"dodgem:size=2,cars=1", "dodgem:size=3,cars=2", "dodgem:size=5,cars=1"} {
		t.Run(text, func(t *testing.T) {
			game := enginetest.Open(t, definition(), text)
			options := enginetest.Options{
				Twins:        twins(t, game),
				NotPositions: []string{"X../X../.OO", "X../X../.OO Z", "X../X../.OY X", ".../.../.OO X", "XX./X../.OO X"},
			}
			if text == "dodgem:size=3,cars=2" { // all of these rules occur on this board
				options.Occurs = occurs
			}
			enginetest.Run(t, game, options)
		})
	}
}

// twins returns the function that returns the twins of a position: here the one with the players
// exchanged. The kit detects a wrong weight if it knows the twins, or can reach all of them.
func twins(t *testing.T, game engine.Game) func(engine.Position) []engine.Position {
	return func(p engine.Position) []engine.Position {
		squares, mover, _ := strings.Cut(game.Text(p), " ")
		size := int(math.Sqrt(float64(len(squares))))
		swap := strings.NewReplacer("X", "O", "O", "X")
		mirrored := make([]byte, len(squares))
		for i := range squares { // along the diagonal: from the bottom left to the top right
			row, column := size-1-i/size, i%size
			mirrored[(size-1-column)*size+row] = squares[i]
		}
		twin, err := game.Parse(swap.Replace(string(mirrored) + " " + mover))
		if err != nil {
			t.Error(err)
		}
		return []engine.Position{twin}
	}
}

// occurs detects each rule, by its name.
var occurs = map[string]func(s enginetest.Situation) bool{
	"a car goes on":              turn(func(m engine.Move) bool { return !strings.HasSuffix(m.Turn, "off") }),
	"a car leaves the board":     turn(func(m engine.Move) bool { return strings.HasSuffix(m.Turn, "off") && !m.Ended }),
	"the last car leaves, a win": turn(func(m engine.Move) bool { return m.Ended }),
	"no move is left, a win":     func(s enginetest.Situation) bool { return s.Finished },
}

// turn returns a function that reports whether a situation has a move of some kind.
func turn(kind func(engine.Move) bool) func(enginetest.Situation) bool {
	return func(s enginetest.Situation) bool { return slices.ContainsFunc(s.Moves, kind) }
}
