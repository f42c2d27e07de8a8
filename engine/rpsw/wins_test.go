package rpsw

import (
	"math/rand"
	"testing"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// TestScanWins compares the scan with the moves, on runs of the full game. Many runs cross borders
// of own placements and slices.
func TestScanWins(t *testing.T) {
	runs := 60
	if testing.Short() {
		runs = 6
	}
	for _, v := range []*Variant{open(t, "rpsw"), variant(t, 5, 5, 4), variant(t, 3, 5, 3)} {
		rng := rand.New(rand.NewSource(3))
		scan, plain := newScratch(v), v.NewScratch()
		var found []uint64
		for n := range runs {
			first, length := rng.Uint64()%v.Size(), 1+rng.Uint64()%3000
			if n%2 == 0 { // about the end of a slice
				s := v.Slices()[rng.Intn(len(v.Slices()))]
				first = s.First + s.Size - min(s.Size, length/2)
			}
			length = min(length, v.Size()-first)
			wins := fast.NewSet(first, length)
			scan.ScanWins(wins, first, length)
			for i := first; i < first+length; i++ {
				var ends engine.Ends
				found, ends = plain.AppendSuccessors(found[:0], i)
				if wins.Has(i) != (ends == engine.WinsNow) {
					t.Fatalf("%v: %s wins at once: %v, want %v", v.Spec(), v.Text(v.At(i)), wins.Has(i), !wins.Has(i))
				}
			}
		}
	}
}
