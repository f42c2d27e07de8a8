package discover

import (
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
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
	at, found := g.place(key)
	if !found {
		return 0, false
	}
	p := g.parts[at]
	rank, found := p.keys.Rank(key)
	return p.first + rank, found
}

// expect reads what the indices of keys need at once, if the keys of the game are on a host. It panics with a
// [pool.Failure] if that fails.
func (g *ranking) expect(keys []uint64) {
	if len(g.parts) == 0 || g.rules.Absent { // a game that is played has no parts
		return
	}
	if _, ok := g.parts[0].keys.(AheadKeys); !ok {
		return
	}
	wanted := make([][]uint64, len(g.parts))
	for _, key := range keys {
		key = g.canonical(key)
		if at, found := g.place(key); found {
			wanted[at] = append(wanted[at], key)
		}
	}
	if err := pool.Each(context.Background(), len(wanted), len(wanted), func(_ context.Context, _, at int) error {
		slices.Sort(wanted[at])
		return g.parts[at].keys.(AheadKeys).Expect(wanted[at])
	}); err != nil {
		panic(pool.Failure{Err: err})
	}
}

// place returns the place of the slice of a key.
func (g *ranking) place(key uint64) (at int, found bool) {
	if g.number == nil {
		return 0, true
	}
	return slices.BinarySearchFunc(g.parts, g.number(key), func(p *keyPart, number int) int { return p.number - number })
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
