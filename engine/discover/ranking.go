package discover

import (
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// ranking is how the keys of a game come to their indices.
type ranking struct {
	rules  *engine.Rules
	moves  func(dst []uint64, key uint64) ([]uint64, engine.Ends) // to canonical keys
	number func(key uint64) int                                   // of the slice as the rules have it; nil: there is one
	parts  []*keyPart                                             // by slice
	size   uint64
}

// keyPart is the positions of a slice.
type keyPart struct {
	keys    KeySet
	size    uint64
	number  int    // as the rules have it
	first   uint64 // the lowest index
	targets []int  // the slices, by their place, that moves lead to, ascending
}

// acyclic reports whether the slices are layers.
func (g *ranking) acyclic() bool { return g.rules.Layer != nil }

// key returns the key of an index.
func (g *ranking) key(i uint64) uint64 {
	p := g.parts[g.partOf(i)]
	return p.keys.Key(i - p.first)
}

// partOf returns the place of the slice that an index is in.
func (g *ranking) partOf(i uint64) int {
	at := 0
	for more := len(g.parts); at+1 < more; { // at begins at i or before, more after i
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

// search returns the index of a key by looking into all slices.
func (g *ranking) search(key uint64) (uint64, bool) {
	for _, p := range g.parts {
		if rank, found := p.keys.Rank(key); found {
			return p.first + rank, true
		}
	}
	return 0, false
}

// canonical returns the key that is stored for a key.
func (g *ranking) canonical(key uint64) uint64 {
	if g.rules.Symmetry == nil || g.rules.Absent {
		return key
	}
	return g.rules.Symmetry.Canonical(key)
}
