package main

import (
	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
)

// fullDefinition is the ranked game with predecessors.
func fullDefinition() engine.Definition {
	d := rankedDefinition()
	d.Name, d.Level = "dodgem-full", engine.LevelFull
	ranked := d.New
	d.New = func(spec engine.Spec) (engine.Game, error) {
		r, err := newRules(spec)
		if err != nil {
			return nil, err
		}
		g, err := ranked(spec)
		return full{g, r}, err
	}
	return d
}

// full is the ranked game with workers that list predecessors.
type full struct {
	engine.Game
	rules rules
}

// NewScratch implements [engine.Game].
func (g full) NewScratch() engine.Scratch {
	s := g.Game.NewScratch()
	s.Unmover = &unmover{rules: g.rules, slices: g.Slices(), parts: g.rules.parts()}
	return s
}

type unmover struct {
	rules
	slices []engine.Slice
	parts  []discover.Slice
}

// AppendPredecessors implements [fast.Unmover]: it takes back the opponent's moves that leave all
// cars on the board.
func (s *unmover) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	at := 0
	for i-s.slices[at].First >= s.slices[at].Size {
		at++
	}
	first, keys := s.slices[at].First, s.parts[at].Keys
	key := keys.Key(i - first)
	own, other := key>>half, key&s.board
	taken := s.turned(own) | other
	for cars := other; cars != 0; cars &= cars - 1 {
		car := cars & -cars
		for origins := (car>>s.size | car&^s.left>>1 | car&^s.right<<1) &^ taken; origins != 0; origins &= origins - 1 {
			before := other ^ car | origins&-origins
			rank, _ := keys.Rank(before<<half | own)
			dst = append(dst, first+rank)
		}
	}
	return dst
}
