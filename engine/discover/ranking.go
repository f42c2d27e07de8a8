package discover

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// ranking maps the keys of a game to indices.
type ranking struct {
	rules  *engine.Rules
	moves  func(dst []uint64, key uint64) ([]uint64, engine.Ends) // to canonical keys
	number func(key uint64) int                                   // the slice number in the rules; nil if there is one slice
	parts  []*keyPart                                             // by slice
	size   uint64
}

// keyPart holds the positions of a slice.
type keyPart struct {
	keys    KeySet
	size    uint64
	number  int    // in the rules
	first   uint64 // the lowest index
	targets []int  // places of the slices that moves lead to, ascending
}

// acyclic reports whether the slices are layers.
func (g *ranking) acyclic() bool { return g.rules.Layer != nil }

func (g *ranking) key(i uint64) uint64 {
	p := g.parts[g.partOf(i)]
	return p.keys.Key(i - p.first)
}

// partOf returns the place of the slice that contains an index.
func (g *ranking) partOf(i uint64) int {
	at := 0
	for more := len(g.parts); at+1 < more; { // part at begins at i or before, part more after i
		if middle := (at + more) / 2; i < g.parts[middle].first {
			more = middle
		} else {
			at = middle
		}
	}
	return at
}

// index returns the index of a canonical key.
func (g *ranking) index(key uint64) (uint64, bool) {
	if g.rules.Absent {
		return g.search(key)
	}
	at, found := 0, true
	if g.number != nil {
		at, found = slices.BinarySearchFunc(g.parts, g.number(key), func(p *keyPart, number int) int { return p.number - number })
	}
	if !found {
		return 0, false
	}
	p := g.parts[at]
	rank, found := p.keys.Rank(key)
	return p.first + rank, found
}

// search looks a key up in all slices.
func (g *ranking) search(key uint64) (uint64, bool) {
	for _, p := range g.parts {
		if rank, found := p.keys.Rank(key); found {
			return p.first + rank, true
		}
	}
	return 0, false
}

// canonical returns the key under which a position is stored.
func (g *ranking) canonical(key uint64) uint64 {
	if g.rules.Symmetry == nil || g.rules.Absent {
		return key
	}
	return g.rules.Symmetry.Canonical(key)
}
