package discover

import (
	"context"
	"math/bits"
	"slices"
	"sync"

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
	name    string // "": made of the number
	layer   bool   // no move stays inside
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

// keyIndex ranks sorted keys. Keys with the same leading bits form a group. A hash table that fits
// into a cache holds the first rank of each group. Within a group a few keys are compared without a
// branch. The leading bits are hashed, because keys that are sets of squares have few different
// values of these bits. Consecutive lookups are mostly in the same group or in near ones. So they
// hit the cache, unlike lookups by the hash of a whole key.
type keyIndex struct {
	keys  []uint64  // sorted, distinct, at least one, fewer than 2^32-1
	once  sync.Once // makes the table
	low   int       // number of low bits that may differ within a group
	shift int       // right shift that maps a hash to a place in the table
	table []uint32  // the first rank of a group plus 1; 0: empty
}

// rank returns the number of keys below key, or false if key is not in the set. The table must
// exist.
func (x *keyIndex) rank(key uint64) (uint64, bool) {
	group := key >> (x.low & 63)
	mask := uint64(len(x.table) - 1)
	for at := group * hashFactor >> (x.shift & 63); ; at++ {
		first := uint64(x.table[at&mask])
		if first == 0 {
			return 0, false
		}
		first--
		if x.keys[first]>>(x.low&63) != group {
			continue
		}
		// Keys of later groups are greater, so the search may run past the end of the group.
		run := x.keys[first:]
		for len(run) >= groupWindow {
			if run[groupWindow-1] >= key {
				at := 0
				for step := groupWindow / 2; step > 0; step /= 2 { // branch-free loop body
					if run[at+step-1] < key {
						at += step
					}
				}
				return first + uint64(at), run[at] == key
			}
			run = run[groupWindow:]
			first += groupWindow
		}
		i, ok := slices.BinarySearch(run, key)
		return first + uint64(i), ok
	}
}

// groupWindow is the number of keys searched at a time, twice the average size of a group.
const groupWindow = 32

// group makes the hash table.
func (x *keyIndex) group() {
	x.low = x.groupBits()
	groups := 0
	x.eachGroup(func(int) { groups++ })
	log := bits.Len(uint(2*groups - 1)) // at most half full
	x.table = make([]uint32, 1<<log)
	x.shift = 64 - log
	mask := uint64(len(x.table) - 1)
	x.eachGroup(func(first int) {
		at := x.keys[first] >> x.low * hashFactor >> (x.shift & 63) & mask
		for x.table[at] != 0 {
			at = (at + 1) & mask
		}
		x.table[at] = uint32(first + 1)
	})
}

// eachGroup calls f for the first rank of each group.
func (x *keyIndex) eachGroup(f func(first int)) {
	last := ^(x.keys[0] >> x.low)
	for rank, key := range x.keys {
		if group := key >> x.low; group != last {
			last = group
			f(rank)
		}
	}
}

// groupBits returns the number of low bits that may differ within a group. It estimates the average
// size of groups from a sample, and bounds it.
func (x *keyIndex) groupBits() int {
	const sample, most = 512, groupWindow / 2
	step := max(1, len(x.keys)/sample)
	for low := 0; low < 63; low++ {
		total, n := 0, 0
		for at := 0; at < len(x.keys); at += step {
			group := x.keys[at] >> (low + 1)
			from, to := at, at+1
			for from > 0 && x.keys[from-1]>>(low+1) == group && at-from < 8*most {
				from--
			}
			for to < len(x.keys) && x.keys[to]>>(low+1) == group && to-at < 8*most {
				to++
			}
			total += to - from
			n++
		}
		if total > most*n {
			return low
		}
	}
	return 63
}
