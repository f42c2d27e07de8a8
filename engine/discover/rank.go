package discover

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/foregone-db/foregone/engine/fast"
)

// keyIndex ranks sorted keys. Keys that share their leading bits are a group; a hash
// table, small enough for a cache, has the first rank of each, and the few keys of the group are compared without
// a branch. Leading bits as they are would be no good place in a table: keys
// that are sets of squares crowd in few of them. Keys looked up one after the other
// mostly share a group or have near ones, which helps as hashing keys one by one would
// not.
//
// Where the rules have families, their bits take the place of groups.
type keyIndex struct {
	keys     []uint64 // sorted, distinct, at least one, fewer than 2^32-1
	families fast.Families
	once     sync.Once
	keyGroups
	kin *keyFamilies // nil: there are groups
}

// keyGroups is the hash table.
type keyGroups struct {
	low   int      // bits of a key below those that its group shares
	shift int      // of a hash, so that it is a place in the table
	table []uint32 // the first rank of a group plus 1; 0: empty
}

// ready makes the table unless it is there.
func (x *keyIndex) ready() {
	x.once.Do(func() {
		if x.kin == nil && x.families != nil {
			x.kin = newKeyFamilies(x.families, x.keys)
		}
		if x.kin == nil {
			x.group()
		}
	})
}

// rank returns the number of keys below key, or false where key is not one. The table
// must be ready.
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
		// Keys of later groups are greater, so that the end of the group need not be
		// known.
		run := x.keys[first:]
		for len(run) >= groupWindow {
			part := (*[groupWindow]uint64)(run)
			if eights := countBelow4(part, key); eights < 4 {
				i := eights*8 + countBelow((*[8]uint64)(run[eights*8:]), key)
				return first + i, run[i] == key
			}
			run = run[groupWindow:]
			first += groupWindow
		}
		i, ok := slices.BinarySearch(run, key)
		return first + uint64(i), ok
	}
}

// groupWindow is how many keys are searched at a time. Groups have half as many on
// average.
const groupWindow = 32

// countBelow4 returns how many of the four keys that end a run of eight are less than key.
func countBelow4(keys *[groupWindow]uint64, key uint64) uint64 {
	_, a := bits.Sub64(keys[7], key, 0)
	_, b := bits.Sub64(keys[15], key, 0)
	_, c := bits.Sub64(keys[23], key, 0)
	_, d := bits.Sub64(keys[31], key, 0)
	return a + b + c + d
}

// countBelow returns how many of eight keys are less than key. It has no branch, of
// which half would be guessed wrong.
func countBelow(keys *[8]uint64, key uint64) uint64 {
	_, a := bits.Sub64(keys[0], key, 0)
	_, b := bits.Sub64(keys[1], key, 0)
	_, c := bits.Sub64(keys[2], key, 0)
	_, d := bits.Sub64(keys[3], key, 0)
	_, e := bits.Sub64(keys[4], key, 0)
	_, f := bits.Sub64(keys[5], key, 0)
	_, g := bits.Sub64(keys[6], key, 0)
	_, h := bits.Sub64(keys[7], key, 0)
	return a + b + c + d + e + f + g + h
}

// group makes the table.
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

// groupBits returns how many low bits of the keys of a group differ, so that the group
// of a key has few keys on average.
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
