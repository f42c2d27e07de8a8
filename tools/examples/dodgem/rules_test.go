package main

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestRules is what every game passes: moves, indices, notation.
func TestRules(t *testing.T) {
	for _, text := range []string{"dodgem:size=2,cars=1", "dodgem:size=3,cars=2", "dodgem:size=5,cars=1"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, enginetest.Open(t, definition(), text), enginetest.Options{
				NotPositions: []string{"X../X../.OO", "X../X../.OO Z", "X../X../.OY X", ".../.../.OO X", "XX./X../.OO X"},
			})
		})
	}
}
