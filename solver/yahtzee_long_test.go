//go:build long

package solver

import (
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/yahtzee"
)

// TestYahtzeeFigure solves the whole game: Verhoeff and Scheffers published 254.5896 (1999). 254.587729 with forced
// jokers is the result of the same equations in floating point, apart from this solver.
func TestYahtzeeFigure(t *testing.T) {
	registry := games.NewRegistry(yahtzee.Definition())
	for spec, want := range map[string]float64{"yahtzee": 254.589609, "yahtzee:joker=forced": 254.587729} {
		g := enginetest.OpenIn(t, registry, spec)
		v, err := pigTable(t, g).Get(0)
		if x := g.Kind().Float(v); err != nil || math.Abs(x-want) > 1e-6 {
			t.Errorf("%s expects %v, want %v; %v", spec, x, want, err)
		}
	}
}
