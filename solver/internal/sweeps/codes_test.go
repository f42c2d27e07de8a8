package sweeps

import (
	"math/rand/v2"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestCodes compares codes with plain values, some of which exceed a byte.
func TestCodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const size = 500
	c := newCodes(3, size)[1]
	want := make([]engine.Value, size)
	greatest := engine.Value(0)
	for place := range want {
		want[place] = engine.Value([]int{0, 1, 2, 127, 128, 253, 254, 255, 256, 300, 5000}[rng.IntN(11)])
		c.put(uint32(place), want[place])
		greatest = max(greatest, want[place])
	}
	if got := c.greatest(); got != greatest {
		t.Errorf("the greatest is %d, want %d", got, greatest)
	}
	set := make([]uint64, wordsOf(size))
	for _, v := range []engine.Value{1, 2, 127, 128, 253, 254, 255, 256, 300, 301, 5000} {
		count := c.find(set, v)
		for place := range want {
			if c.at(uint32(place)) != want[place] {
				t.Fatalf("place %d has %d, want %d", place, c.at(uint32(place)), want[place])
			}
			in := set[place/64]>>(place%64)&1 != 0
			if in != (want[place] == v) {
				t.Fatalf("place %d has %d, and is in the set of %d: %v", place, want[place], v, in)
			}
			if in {
				count--
			}
		}
		if count != 0 {
			t.Errorf("the set of %d has another size, by %d", v, int64(count))
		}
	}
}
