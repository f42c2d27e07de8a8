package main

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/placement"
)

// rankedDefinition is the same game with numbered positions instead of discovered and stored keys.
func rankedDefinition() engine.Definition {
	d := definition()
	d.Name, d.Level, d.NewRules = "dodgem-ranked", engine.LevelRanked, nil
	d.New = func(spec engine.Spec) (engine.Game, error) {
		r, err := newRules(spec)
		if err != nil {
			return nil, err
		}
		return discover.Keyed(spec, d.Kind, r.contract(), r.parts())
	}
	return d
}

// parts returns the slices: all positions with the same number of cars. The last slice has two
// cars, one of each player.
func (r rules) parts() (parts []discover.Slice) {
	for n := 2 * r.cars; n >= 2; n-- {
		k := newRanking(r, n)
		part := discover.Slice{Number: len(parts), Targets: []int{len(parts)}, Size: k.Len(), Keys: k}
		if n > 2 {
			part.Targets = append(part.Targets, len(parts)+1)
		}
		parts = append(parts, part)
	}
	return parts
}

// ranking numbers the positions of n cars. Groups are ordered by the number of the mover's cars.
// Within a group the order is by the mover's squares, then by the opponent's among the remaining
// squares.
type ranking struct {
	rules
	n     int
	first []uint64 // by the number of the mover's cars
}

func newRanking(r rules, n int) *ranking {
	k := &ranking{rules: r, n: n, first: make([]uint64, n+1)}
	for own := range n {
		k.first[own+1] = k.first[own]
		if own >= 1 && max(own, n-own) <= r.cars {
			k.first[own+1] += placement.Choose(r.size*r.size, own) * k.others(own)
		}
	}
	return k
}

// others returns the number of ways to place the opponent's cars.
func (k *ranking) others(own int) uint64 { return placement.Choose(k.size*k.size-own, k.n-own) }

// Len implements [discover.KeySet].
func (k *ranking) Len() uint64 { return k.first[k.n] }

// Rank implements [discover.KeySet].
func (k *ranking) Rank(key uint64) (uint64, bool) {
	own, other := key>>half, k.turned(key&k.board)
	n := bits.OnesCount64(own)
	if key&^(k.board<<half|k.board) != 0 || n+bits.OnesCount64(other) != k.n || own&other != 0 || n >= k.n || k.first[n] == k.first[n+1] {
		return 0, false
	}
	return k.first[n] + placement.Rank(own, k.board)*k.others(n) + placement.Rank(other, k.board&^own), true
}

// Key implements [discover.KeySet].
func (k *ranking) Key(rank uint64) uint64 {
	n := 1
	for rank >= k.first[n+1] {
		n++
	}
	rank -= k.first[n]
	own := placement.Unrank(rank/k.others(n), n, k.board)
	other := placement.Unrank(rank%k.others(n), k.n-n, k.board&^own)
	return own<<half | k.turned(other)
}
