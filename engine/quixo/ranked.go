package quixo

import (
	"cmp"
	"slices"

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
	for _, s := range r.slices {
		part := discover.Slice{Number: s.number, Size: s.size, Keys: s}
		for _, number := range []int{s.number, s.number + 1<<5, s.number + 1<<5 + 1} {
			// A move adds no mark, or one for the player with fewer or with more marks. If both
			// have equally many, no slice has the second number.
			if at, ok := slices.BinarySearchFunc(r.slices, number, func(s rankedSlice, number int) int { return cmp.Compare(s.number, number) }); ok {
				part.Targets = append(part.Targets, at)
			}
		}
		parts = append(parts, part)
	}
	g, err := discover.Keyed(spec, engine.Wide, rules.contract(rules.KeySlice, rules), parts)
	return ranked{g, r}, err
}

// weightRun implements the WeightRun of [engine.Parts]. All positions of a block have the same
// weight, unless the mover's marks are symmetric or there are few marks.
func (g ranked) weightRun(i uint64) (weight, end uint64) {
	at := scratch{ranking: g.ranking}
	key := at.key(i)
	if at.twinned.has(key>>half) || at.fewMarks(key) {
		return at.KeyWeight(key), i + 1
	}
	return symmetries * 2, at.index(at.blocks[at.block+1].first)
}

// NewScratch implements [engine.Game].
func (g ranked) NewScratch() engine.Scratch {
	w := &scratch{ranking: g.ranking}
	return engine.Scratch{Generator: w, Unmover: w, WinScanner: w, Seeder: w}
}

// Parts implements [engine.Game].
func (g ranked) Parts() engine.Parts {
	p := g.Game.Parts()
	p.WeightRun = g.weightRun
	return p
}

// Len implements [discover.KeySet].
func (s rankedSlice) Len() uint64 { return s.size }

// Key implements [discover.KeySet].
func (s rankedSlice) Key(rank uint64) uint64 {
	at := scratch{ranking: s.ranking}
	return at.key(s.index + rank)
}

// Rank implements [discover.KeySet].
func (s rankedSlice) Rank(key uint64) (rank uint64, ok bool) {
	if s.KeySlice(key) != s.number || s.Canonical(key) != key {
		return 0, false
	}
	place, _ := s.place(key)
	return s.ranking.index(place) - s.index, s.has(place)
}
