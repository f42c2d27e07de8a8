package pushfight

import (
	"fmt"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/games"
)

// variants returns the variants on the small boards, and some on the full one.
func variants(t *testing.T) (list []named) {
	for _, b := range enginetest.Boards {
		list = append(list, named{b.Name, variant(t, b.Text, b.Movers, b.Pushers)})
	}
	return append(list,
		named{"1+1", variant(t, FullBoard, 1, 1)},
		named{"0+3", variant(t, FullBoard, 0, 3)},
		named{"1+2", variant(t, FullBoard, 1, 2)},
		named{"full", full(t)})
}

// named is a variant with a name.
type named struct {
	name string
	fast *Variant
}

// TestConformance runs the kit. In small variants it checks all edges from both ends with their
// multiplicity, in large ones random edges.
func TestConformance(t *testing.T) {
	for _, p := range variants(t) {
		t.Run(p.name, func(t *testing.T) {
			o := enginetest.Options{Seed: 1, Exhaustive: 12000, Samples: 120, Moves: 20}
			if enginetest.Long {
				o.Exhaustive = 40000
			}
			if p.fast.board.symmetric {
				o.Positions = 2 * p.fast.Size()
				o.Twins = func(q engine.Position) []engine.Position {
					return []engine.Position{p.fast.board.rotated(q.(Position))}
				}
			}
			o.NotPositions = []string{"", "x", "....", "-", "+", "#", "999999999999999999999", "+99999999999999"}
			enginetest.Run(t, registered(t, p.fast), o)
		})
	}
}

// registered returns the variant as a registry makes it, with its spec.
func registered(t *testing.T, v *Variant) engine.Game {
	t.Helper()
	r := games.NewRegistry(Definition())
	spec, err := r.Parse(fmt.Sprintf("pushfight:board=b,movers=%d,pushers=%d", v.movers, v.pushers), func(string) ([]byte, error) {
		return []byte(v.board.text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
