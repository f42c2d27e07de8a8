package einstein_test

import (
	"testing"

	"github.com/foregone-db/foregone/engine/einstein"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

// TestConformance runs the kit on small boards.
func TestConformance(t *testing.T) {
	registry := games.NewRegistry(einstein.Definition())
	for _, text := range []string{"einstein:size=2,stones=1", "einstein:size=3,stones=1", "einstein:size=3,stones=2", "einstein"} {
		t.Run(text, func(t *testing.T) {
			enginetest.Run(t, enginetest.OpenIn(t, registry, text), enginetest.Options{
				NotPositions: []string{"", "?", "a1/?", "a1/a1", "a1.b1.-/a1.-.-", "c3.-.-/b2.-.-", "a1.b1/c3.c2/b3", "a1.-.-.-/b2.-.-"},
			})
		})
	}
}

// TestRefusals opens a board with too many stones.
func TestRefusals(t *testing.T) {
	spec, err := einstein.Definition().Parse("einstein:size=2,stones=3", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := einstein.Definition().NewRules(spec); err == nil {
		t.Error("three stones a side on 2×2 squares are not refused")
	}
}

// FuzzParse parses any text.
func FuzzParse(f *testing.F) {
	enginetest.FuzzNotation(f, enginetest.OpenIn(f, games.NewRegistry(einstein.Definition()), "einstein:size=3,stones=2"), "a1.b1/c3.b3", "?/?")
}
