package pylos

import (
	"math/bits"
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
	for _, text := range []string{
		"pylos:size=2", "pylos:rules=children,size=2", "pylos:size=3,spheres=3", "pylos:rules=mature,size=3,spheres=4",
		"pylos:rules=children,size=3", "pylos:rules=mature,size=3", "pylos:rules=mature,size=4,spheres=5", "pylos:rules=children,size=4",
	} {
		t.Run(text, func(t *testing.T) {
			g := open(t, text)
			enginetest.Run(t, g, enginetest.Options{
				NotPositions: []string{"", "X", g.Text(g.At(0)) + "."},
				Positions:    boards(g.(*game).rules, g.Size() < 1<<20),
			})
		})
	}
}

// boards counts the supported sets of places and the ways to fill them, level by level, without the top; 0
// unless asked.
func boards(r *rules, asked bool) (n uint64) {
	if !asked {
		return 0
	}
	for set := range uint32(1) << (r.places - 1) {
		supported, all := true, bits.OnesCount32(set)
		for p := range r.places {
			supported = supported && (set>>p&1 == 0 || set&r.under[p] == r.under[p])
		}
		for own := max(0, all-r.spheres); supported && own <= min(all, r.spheres); own++ {
			n += placement.Choose(all, own)
		}
	}
	return n
}

// TestCounts compares the whole game with the count that was made elsewhere: 12,507,810,089 boards, of
// which C(30,15) are full.
func TestCounts(t *testing.T) {
	g := open(t, "pylos").(*game)
	sum := uint64(0)
	for _, c := range g.classes {
		sum += uint64(c.twins) * g.before[bits.OnesCount32(c.occupied)][most+1]
	}
	if want := 12_507_810_089 - placement.Choose(30, 15); sum != want {
		t.Errorf("%d positions, want %d", sum, want)
	}
	if g.Size() != 2_257_858_569 {
		t.Errorf("%d stored positions", g.Size())
	}
}

func FuzzNotation(f *testing.F) {
	enginetest.FuzzNotation(f, open(f, "pylos:size=3"), ".../X.O/...//../..//.", "XX./XX./...//O./..//.")
}
