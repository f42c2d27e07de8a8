package main

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
)

// TestRules is what every game passes: moves, indices, notation.
func TestRules(t *testing.T) {
	games := engine.NewRegistry(definition())
	for _, text := range []string{"dodgem:size=2,cars=1", "dodgem:size=3,cars=2", "dodgem:size=5,cars=1"} {
		spec, err := games.Parse(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		g, err := games.Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, g, enginetest.Options{
				NotPositions: []string{"X../X../.OO", "X../X../.OO Z", "X../X../.OY X", ".../.../.OO X", "XX./X../.OO X"},
			})
		})
	}
}
