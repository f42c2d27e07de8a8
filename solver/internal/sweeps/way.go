package sweeps

import (
	"math/rand/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// Way solves slices of games that have [fast.Sweeps].
type Way struct{}

// Name implements [way.Way].
func (Way) Name() string { return Strategy }

// Suits implements [way.Way].
func (Way) Suits(q *way.Request, slice int) bool {
	return q.Game.Parts().Sweeps != nil && !q.Slices[slice].Layer && q.Single && q.Limit == 0 && q.Strategy == budget.Auto
}

// Start implements [way.Way].
func (Way) Start(e *way.Environment) way.Solver {
	s := &solver{Environment: e, game: e.Game.Parts().Sweeps(), logs: map[int]bool{}}
	for n := range e.Crew.Workers {
		s.workers = append(s.workers, &worker{number: n, scratch: s.game.NewSweepScratch()})
	}
	return s
}

// Needs implements [way.Way].
func (Way) Needs(q *way.Request) budget.Needs {
	return needs{q.Game.Parts().Sweeps(), uint64(q.Workers)}
}

// needs computes the memory and disk of a slice: five bitmaps, two for its exits, and buffers of the workers.
type needs struct {
	game    fast.Sweeps
	workers uint64
}

const (
	// tableBits is about the number of bits of a position in the table, packedBits in the file of a slice's values,
	// and logBits in its log.
	tableBits  = 3
	packedBits = 4
	logBits    = 6
)

func (n needs) Arrays(p *budget.Plan, slice int) uint64 {
	blocks, size := n.game.Blocks(slice)
	bytes := 5*8*slots(n.game, slice) + 64*uint64(blocks)
	for _, to := range p.Slices[slice].Exits {
		more, _ := n.game.Blocks(to)
		bytes += 2*8*slots(n.game, to) + 64*uint64(more)
		blocks += more
	}
	sets := uint64(min(blocks, len(n.game.NewSweepScratch().AppendLeads(nil, slice, 0)))) + 3
	return bytes + n.workers*(sets*size/8+12*batch)
}

// Least implements [budget.Needs]. The collector frees large arrays late: 1/63 more.
func (n needs) Least(p *budget.Plan, slice int) uint64 {
	least := n.Arrays(p, slice)
	return least + least/63
}

func (n needs) Best(p *budget.Plan, slice int) uint64 { return n.Least(p, slice) }

func (n needs) Disk(p *budget.Plan, slice int) (kept, working uint64) {
	size := p.Slices[slice].Size
	logs := size
	for _, to := range p.Slices[slice].Exits {
		logs += p.Slices[to].Size
	}
	return (packedBits + tableBits) * size / 8, (logBits*logs + packedBits*size) / 8
}

const (
	// looks is the time of all phases of a solve, in units of one scan of all positions: the first
	// phase scans all, hundreds of later ones few. It was measured on Quixo.
	looks = 90
	// most is the greatest number of words of a sample.
	most = 1 << 18
)

// Estimate implements [way.Way]. It measures a random set in the largest block that a sample can
// hold. It is 0 if all blocks are larger.
func (Way) Estimate(q *way.Request, _ *budget.Plan, slices []int) (e way.Estimate) {
	g := q.Game.Parts().Sweeps()
	words, largest := uint64(0), slices[0]
	for _, n := range slices {
		words += slots(g, n)
		_, size := g.Blocks(n)
		if _, before := g.Blocks(largest); size/64 <= most && (before/64 > most || size > before) {
			largest = n
		}
	}
	if _, size := g.Blocks(largest); size/64 <= most {
		e.Seconds = looks * wordSeconds(g, largest) * float64(words)
	}
	return e
}

// slots returns the number of words in a bitmap of a slice.
func slots(g fast.Sweeps, slice int) uint64 {
	blocks, size := g.Blocks(slice)
	return uint64(blocks) * wordsOf(size)
}

// wordSeconds returns the time to find the predecessors of a set, for a word of a block, in seconds.
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
