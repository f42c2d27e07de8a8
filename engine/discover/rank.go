package discover

import (
	"math/bits"
	"slices"
	"sync"
)

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
