package pig_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pig"
)

// TestConformance runs the kit on short games.
func TestConformance(t *testing.T) {
	registry := games.NewRegistry(pig.Definition())
	for _, text := range []string{"pig:goal=2", "pig:goal=6", "pig:goal=12"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, enginetest.OpenIn(t, registry, text), enginetest.Options{
				NotPositions: []string{"0:0", "1:1+20", "20:0+0", "-1:0+0", "0:0+00", "00:0+0"},
			})
		})
	}
}

// FuzzParse parses any text.
func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.OpenIn(f, games.NewRegistry(pig.Definition()), "pig:goal=12"), "0:0+0", "3:4+5")
}
