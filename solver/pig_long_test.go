//go:build long

package solver

import (
	"math"
	"testing"

	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pig"
)

// TestPigFigure compares the start of the usual game with Neller and Presser (2004), who published
// 0.5306; more digits are a count of our own.
func TestPigFigure(t *testing.T) {
	g := enginetest.OpenIn(t, games.NewRegistry(pig.Definition()), "pig")
	tab := pigTable(t, g)
	start, _ := g.Start()
	i, _ := g.Index(start)
	v, err := tab.Get(i)
	if err != nil {
		t.Fatal(err)
	}
	if x := g.Kind().Float(v); math.Abs(x-0.5305927252737) > 1e-13 || tab.Header().Error > 1e-12 {
		t.Errorf("the start is worth %v, within %v", x, tab.Header().Error)
	}
}
