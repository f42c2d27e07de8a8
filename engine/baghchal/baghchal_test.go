package baghchal

import (
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/enginetest"
	"github.com/foregone-db/foregone/engine/placement"
)

func open(t testing.TB, text string) engine.Game {
	t.Helper()
	return enginetest.Open(t, Definition(), text)
}

func TestConformance(t *testing.T) {
	for text, positions := range map[string]uint64{
		"baghchal:size=3": counted(9, 4, 5), "baghchal:size=3,stuck=draw,captures=2": counted(9, 4, 2), "baghchal:size=4,goats=3": counted(16, 3, 5),
		"baghchal:size=4,captures=2": counted(16, 11, 2), "baghchal": 265_052_818_800,
	} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			o := enginetest.Options{
				NotPositions: []string{"T...T", g.Text(g.At(0)) + " 0", "T...T/...../...../...../T...T G 19 0", "T...T/...../...../...../T...T G 15 5"},
				Twins: func(p engine.Position) (twins []engine.Position) {
					q := g.(*game)
					key, err := q.ParseKey(g.Text(p))
					if err != nil {
						t.Fatal(err)
					}
					for s := range q.Order {
						at := read(key)
						at.tigers, at.goats = uint32(q.Image(s, uint64(at.tigers))), uint32(q.Image(s, uint64(at.goats)))
						twin, err := g.Parse(q.KeyText(at.key()))
						if err != nil {
							t.Fatal(err)
						}
						twins = append(twins, twin)
					}
					return twins
				},
			}
			sum := uint64(0)
			for _, st := range g.(*game).stages {
				sum += placement.Choose(25, 4) * placement.Choose(21, st.goats)
			}
			if text == "baghchal" {
				if sum != positions {
					t.Errorf("%d positions, want %d", sum, positions)
				}
			} else if g.Size() < 2_000_000 {
				o.Positions = positions
			}
			enginetest.Run(t, g, o)
		})
	}
}

// counted returns the positions of a variant before symmetry.
func counted(points, goats, captures int) (n uint64) {
	for captured := range captures {
		for board := 0; board+captured <= goats; board++ {
			n += 2 * placement.Choose(points, 4) * placement.Choose(points-4, board)
		}
	}
	return n
}

// TestCounts compares the whole game with published numbers: 705,743,500 positions slide, 88,260,972 up to
// symmetry (Lim and Nievergelt).
func TestCounts(t *testing.T) {
	g := open(t, "baghchal")
	placed := uint64(0)
	for _, s := range g.Slices()[:5] {
		placed += s.Size
	}
	if placed != 88_260_972 {
		t.Errorf("%d positions slide", placed)
	}
	if g.Size() != 33_135_682_052 {
		t.Errorf("%d positions", g.Size())
	}
}

// TestLeast checks that an orbit of tigers has as many least sets of goats as Burnside counts.
func TestLeast(t *testing.T) {
	for _, text := range []string{"baghchal:size=3", "baghchal:size=4", "baghchal"} {
		n := open(t, text).(*game).numbering
		for at := range n.orbits {
			o := &n.orbits[at]
			if o.images == nil || !slow && at%32 != 0 {
				continue
			}
			least := n.leastOf(o)
			for goats := range n.first {
				if got, want := least.Before(n.places[goats]+placement.Choose(n.free, goats))-least.Before(n.places[goats]), n.classes(o, goats); got != want {
					t.Fatalf("%s, tigers %b: %d sets of %d goats, want %d", text, o.tigers, got, goats, want)
				}
			}
		}
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "baghchal:size=4,goats=5,captures=3"), "T..T/.G../..../T..T G 3 1", "TTTT/GGGG/..../.... T 1 0")
}
