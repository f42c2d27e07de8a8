package engine

import "math/bits"

// keyIndex ranks keys. A table by the leading bits of a key's distance from the
// lowest one leaves a short run of keys to search.
type keyIndex struct {
	keys   []uint64 // sorted, distinct, at least one, fewer than 2^32
	starts []uint32 // per bucket its first rank, and one more at the end
	shift  int
}

// newKeyIndex takes ownership of keys.
func newKeyIndex(keys []uint64) keyIndex {
	const perBucket = 4
	low, high := keys[0], keys[len(keys)-1]
	shift := max(0, bits.Len64(high-low)-bits.Len(uint(len(keys))/perBucket))
	x := keyIndex{keys, make([]uint32, (high-low)>>shift+2), shift}
	bucket := uint64(0)
	for rank, key := range keys {
		for b := (key - low) >> shift; bucket < b; {
			bucket++
			x.starts[bucket] = uint32(rank)
		}
	}
	x.starts[bucket+1] = uint32(len(keys))
	return x
}

// rank returns the number of keys below key, or false where key is not one.
func (x *keyIndex) rank(key uint64) (uint64, bool) {
	bucket := (key - x.keys[0]) >> x.shift
	if bucket >= uint64(len(x.starts)-1) {
		return 0, false // less than the lowest key, or too great
	}
	// Without branches but the loop's, which would be guessed wrong half the time.
	run := x.keys[x.starts[bucket]:x.starts[bucket+1]]
	at := 0
	for n := len(run); n > 1; {
		half := n / 2
		n -= half
		if run[at+half-1] < key {
			at += half
		}
	}
	return uint64(x.starts[bucket]) + uint64(at), at < len(run) && run[at] == key
}
