package sweeps

import (
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/clock"
)

// Estimate is what a solve is expected to need.
type Estimate struct {
	Least   uint64  // bytes of memory
	Disk    uint64  // bytes, at most, while solving
	Seconds float64 // wall time, by a sample
}

const (
	// looks is how often the time of a look at all positions was spent in all phases of Quixo:
	// the first look at all, and hundreds of later ones at few.
	looks = 60
	// tableBits is about how many bits of the table a position takes, and partBits of what is
	// written down of a slice that is being solved.
	tableBits = 3
	partBits  = 4
	// most is how many words a sample has at most.
	most = 1 << 18
)

// EstimateFor says what solving will need.
func EstimateFor(g fast.Sweeps, list []engine.Slice, width uint64, workers int) (e Estimate) {
	words := uint64(0)
	largest := 0
	parts := uint64(0)
	for n, sl := range list {
		bytes := (64 + 7*8) * slots(g, n)
		for _, to := range sl.Exits {
			bytes += (64 + 3*8) * slots(g, to)
		}
		_, size := g.Blocks(n)
		bytes += uint64(workers) * (2*size/8 + 12*batch)
		e.Least = max(e.Least, bytes)
		e.Disk += width*sl.Size + tableBits*sl.Size/8
		parts = max(parts, partBits*sl.Size/8)
		words += slots(g, n)
		if _, size := g.Blocks(n); size/64 <= most {
			if _, before := g.Blocks(largest); before/64 > most || size > before {
				largest = n
			}
		}
	}
	e.Disk += parts
	if _, size := g.Blocks(largest); size/64 <= most {
		e.Seconds = looks * wordSeconds(g, largest) * float64(words) / float64(workers)
	}
	return e
}

// slots returns the words of a bitmap of a slice.
func slots(g fast.Sweeps, slice int) uint64 {
	blocks, size := g.Blocks(slice)
	return uint64(blocks) * wordsOf(size)
}

// wordSeconds returns how long it takes to find what leads into a set, for a word of a block.
func wordSeconds(g fast.Sweeps, slice int) float64 {
	blocks, size := g.Blocks(slice)
	s := g.NewSweepScratch()
	rng := rand.New(rand.NewPCG(6, 7))
	block := rng.IntN(blocks)
	sets := map[[2]int][]uint64{}
	for _, to := range s.AppendLeads(nil, slice, block) {
		if sets[to] == nil {
			_, size := g.Blocks(to[0])
			sets[to] = make([]uint64, wordsOf(size))
			for n := range sets[to] {
				sets[to][n] = rng.Uint64()
			}
			if size < 64 {
				sets[to][0] &= 1<<size - 1
			}
		}
	}
	dst := make([]uint64, wordsOf(size))
	watch := clock.Start()
	all := make([]uint64, len(dst))
	fill(all, size)
	s.Before(dst, all, slice, block, func(slice, block int) ([]uint64, uint64) {
		set := sets[[2]int{slice, block}]
		return set, uint64(32 * len(set))
	})
	return watch.Stop() / float64(len(dst))
}
