package pushfight

import (
	"math/rand"
	"testing"
)

// TestUnranker compares the tables of the unranker with the ranker's search, at
// both ends of every block and at random ranks of it. One variant has nearly
// as many positions as can be numbered.
func TestUnranker(t *testing.T) {
	for _, v := range []*Variant{full(t), variant(t, ".......\n.......\n.......\n.......", 4, 5), variant(t, FullBoard, 0, 1), variant(t, FullBoard, 8, 1),
		variant(t, "...\n...\n...", 1, 1), variant(t, "..\n..\n.....\n..", 1, 2), variant(t, "........\n........\n........\n........\n........\n........\n........", 1, 2)} {
		rng := rand.New(rand.NewSource(5))
		blocks := v.minimizer.blocks
		for i, k := range blocks[:len(blocks)-1] {
			size := min(blocks[i+1].first, v.Size()) - k.first
			ranks := []uint64{0, size - 1}
			for range 20 {
				ranks = append(ranks, rng.Uint64()%size, rng.Uint64()%size>>rng.Intn(50))
			}
			for _, rank := range ranks {
				want := v.rank.unrank(rank, k.state, k.free)
				if got := v.unrank.unrank(rank, k.start, k.pieces, k.order); got != want {
					t.Fatalf("%d movers, %d pushers, block %d: rank %d is %v, want %v", v.movers, v.pushers, i, rank, got, want)
				}
			}
		}
	}
}
