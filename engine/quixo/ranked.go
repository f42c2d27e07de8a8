package quixo

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// ranked is the game at the level full. It gives the positions the same indices as the rules do,
// but by arithmetic, and lists predecessors.
type ranked struct {
	engine.Game
	ranking *ranking
}

// newRanked returns the game that spec names.
func newRanked(spec engine.Spec, rules *rules) (engine.Game, error) {
	r := newRanking(rules)
	var parts []discover.Slice
	for n := range r.slices {
		s := &r.slices[n]
		parts = append(parts, discover.Slice{Number: s.number, Targets: s.targets, Size: s.size, Keys: sliceKeys{r, s}})
	}
	g, err := discover.Keyed(spec, engine.Wide, rules.contract(), parts)
	if err != nil {
		return nil, err
	}
	return ranked{g, r}, nil
}

// Weight implements [engine.Game].
func (g ranked) Weight(i uint64) uint64 {
	weight, _ := g.weightRun(i)
	return weight
}

// weightRun implements the WeightRun of [engine.Parts]. All positions of a block have the same
// weight, unless the mover's marks are symmetric or there are few marks.
func (g ranked) weightRun(i uint64) (weight, end uint64) {
	at := reader{ranking: g.ranking}
	key := at.key(i)
	if at.isTwinned(key>>half) || fewMarks(key) {
		return at.KeyWeight(uint64(key)), i + 1
	}
	return symmetries * 2, at.index(at.blocks[at.block+1].first)
}

// NewScratch implements [engine.Game].
func (g ranked) NewScratch() engine.Scratch {
	w := &scratch{reader: reader{ranking: g.ranking}}
	return engine.Scratch{Generator: w, Unmover: w, WinScanner: w, Seeder: w}
}

// Parts implements [engine.Game]. A position has at most as many successors as there are pushes.
func (g ranked) Parts() engine.Parts {
	p := g.Game.Parts()
	p.MaxSuccessors, p.WeightRun = len(g.ranking.pushes), g.weightRun
	return p
}

// sliceKeys provides the keys of a slice. It implements [discover.KeySet].
type sliceKeys struct {
	ranking *ranking
	slice   *rankedSlice
}

func (k sliceKeys) Len() uint64 { return k.slice.size }

func (k sliceKeys) Key(rank uint64) uint64 {
	return uint64(k.ranking.key(k.slice.index + rank))
}

func (k sliceKeys) Rank(key uint64) (rank uint64, ok bool) {
	r := k.ranking
	if r.Canonical(key) != key {
		return 0, false
	}
	place, _ := r.place(uint32(key), bits.OnesCount32(uint32(key)&lower))
	if place < k.slice.first || place >= k.slice.last || !r.has(place) {
		return 0, false
	}
	return r.index(place) - k.slice.index, true
}
