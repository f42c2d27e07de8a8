package chess

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/foregone-db/foregone/engine"
)

// TestSeeds compares counted moves with listed ones, for pins, checks, kings on a diagonal, and en
// passant captures.
func TestSeeds(t *testing.T) {
	for _, text := range []string{"chess:pieces=KQvKR", "chess:pieces=KBvKN", "chess:pieces=KRvKR", "chess:pieces=KPvKP", "chess:pieces=KRPvK"} {
		g := open(t, text)
		a, b := g.NewScratch(), g.NewScratch()
		rng := rand.New(rand.NewSource(1))
		var all, exits []uint64
		for i := uint64(rng.Intn(20)); i < g.Size(); i += 1 + uint64(rng.Int63n(int64(g.Size()/40_000+1))) {
			var ends, got engine.Ends
			var inside, open int
			all, ends = a.AppendSuccessors(all[:0], i)
			exits, inside, open, got = b.Seeder.AppendExits(exits[:0], i)
			part := g.Slices()[engine.SliceOf(g.Slices(), i)]
			all = slices.DeleteFunc(all, func(j uint64) bool { return j-part.First < part.Size })
			if n := len(all) + inside; got != ends || inside != open || !slices.Equal(all, exits) || n != len(successors(a, i)) {
				t.Fatalf("%s, #%d, %s: exits %v, %d other moves, ends %v; listed are %v and %d moves in all, ends %v",
					text, i, g.Text(g.At(i)), exits, inside, got, all, len(successors(a, i)), ends)
			}
		}
	}
}

func successors(s engine.Scratch, i uint64) []uint64 {
	list, _ := s.AppendSuccessors(nil, i)
	return list
}
