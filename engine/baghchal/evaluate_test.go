package baghchal

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestEvaluateLayer gives the slices behind a layer random values, and compares the values of runs of positions
// with those that the moves give one by one.
func TestEvaluateLayer(t *testing.T) {
	for _, text := range []string{"baghchal:size=3", "baghchal:size=4,captures=3", "baghchal", "baghchal:captures=1"} {
		g := open(t, text).(*game)
		rng := rand.New(rand.NewPCG(1, 2))
		w := g.NewScratch()
		for n, sl := range g.slices {
			size := sl.Size
			for _, e := range sl.Exits {
				size = max(size, g.slices[e].Size)
			}
			if !sl.Layer || size > 500_000 {
				continue
			}
			exits := make([][]byte, len(g.slices))
			for _, e := range sl.Exits {
				exits[e] = make([]byte, g.slices[e].Size)
				for i := range exits[e] {
					exits[e][i] = byte(rng.IntN(1 + rng.IntN(254)))
				}
			}
			for range 30 {
				first := sl.First + rng.Uint64N(sl.Size)
				count := min(1+rng.Uint64N(20), sl.First+sl.Size-first)
				got := make([]byte, count)
				if err := w.LayerEvaluator.EvaluateLayer(got, first, count, exits); err != nil {
					t.Fatal(err)
				}
				for i := range count {
					if want := g.worth(w, first+i, exits); got[i] != want {
						t.Fatalf("%s, slice %d: %s is %d, want %d", text, n, g.Text(g.At(first+i)), got[i], want)
					}
				}
			}
		}
	}
}

// worth returns the value of a position from the values of its successors.
func (g *game) worth(w engine.Scratch, i uint64, exits [][]byte) byte {
	list, ends := w.AppendSuccessors(nil, i)
	fastest, slowest, draw := 255, 0, false
	if ends == engine.WinsNow {
		fastest = 1
	}
	for _, to := range list {
		slice := engine.SliceOf(g.slices, to)
		switch plies := int(exits[slice][to-g.slices[slice].First]) - 1; {
		case plies < 0:
			draw = true
		case plies%2 == 0:
			fastest = min(fastest, plies+1)
		default:
			slowest = max(slowest, plies+1)
		}
	}
	switch {
	case fastest < 255:
		return byte(fastest + 1)
	case draw:
		return 0
	}
	return byte(slowest + 1)
}

// TestTooLate checks that no value is stored that the kind cannot hold.
func TestTooLate(t *testing.T) {
	g := open(t, "baghchal:size=3,captures=2").(*game)
	for n, sl := range g.slices {
		if !sl.Layer {
			continue
		}
		late := byte(255) // lost in 254 plies, behind goats
		if g.at(sl.First).side == hunters {
			late = 254 // won in 253
		}
		exits := make([][]byte, len(g.slices))
		for _, e := range sl.Exits {
			exits[e] = make([]byte, g.slices[e].Size)
			for i := range exits[e] {
				exits[e][i] = late
			}
		}
		dst := make([]byte, sl.Size)
		s := g.NewScratch().LayerEvaluator
		if err := s.EvaluateLayer(dst, sl.First, sl.Size, exits); err == nil {
			t.Errorf("slice %d holds values that are too late", n)
		}
		if err := s.EvaluateLayer(dst, sl.First, sl.Size, make([][]byte, len(g.slices))); err == nil {
			t.Errorf("slice %d needs no values", n)
		}
	}
}

// BenchmarkEvaluateLayer evaluates chunks of large layers of both sides, behind random values.
func BenchmarkEvaluateLayer(b *testing.B) {
	g := open(b, "baghchal").(*game)
	for _, hand := range []int{5, 8, 12} {
		for side := range 2 {
			st := g.stageOf(counts{hand, 1, side})
			sl := g.slices[st.slice]
			exits := make([][]byte, len(g.slices))
			rng := rand.New(rand.NewPCG(1, 2))
			for _, e := range sl.Exits {
				exits[e] = make([]byte, g.slices[e].Size)
				for i := range exits[e] {
					exits[e][i] = byte(rng.Uint32() % 64)
				}
			}
			b.Run(fmt.Sprintf("%d in hand, side %d", hand, side), func(b *testing.B) {
				const chunk = 1 << 22
				s, dst := g.NewScratch().LayerEvaluator, make([]byte, chunk)
				for n := range b.N {
					first := sl.First + uint64(n)*chunk*7%(sl.Size-chunk)
					if err := s.EvaluateLayer(dst, first, chunk, exits); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunk, "ns/position")
			})
		}
	}
}
