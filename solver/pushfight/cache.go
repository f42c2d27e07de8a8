package pushfight

import (
	"sync/atomic"

	rules "github.com/foregone-db/foregone/engine/pushfight"
)

const cacheBits = 20 // entries: 2 to this power, 8 bytes each

// findings caches results of searches by position and number of plies. Later results may evict
// earlier ones. It is safe for concurrent use.
//
// An entry is twice a key plus the answer. The key is the minimized index of the position and, in
// its lower 8 bits, the number of plies.
type findings struct{ entries []atomic.Uint64 }

func newFindings() *findings { return &findings{make([]atomic.Uint64, 1<<cacheBits)} }

// entry returns the entry for p and n plies and its key, or nil if p cannot be cached.
func (f *findings) entry(v *rules.Variant, p rules.Position, n int) (*atomic.Uint64, uint64) {
	index, ok := v.MinimizedIndex(p)
	if !ok || index >= 1<<55 {
		return nil, 0
	}
	key := index<<8 | uint64(n)
	const spread = 0x9e3779b97f4a7c15 // an odd number whose multiples are scattered
	return &f.entries[key*spread>>(64-cacheBits)], key
}

// get reports whether a position is decided in at most n plies, lost for even n and won for odd
// n > 0. ok is false if that is unknown.
func (f *findings) get(v *rules.Variant, p rules.Position, n int) (answer, ok bool) {
	entry, key := f.entry(v, p, n)
	if entry == nil {
		return false, false
	}
	found := entry.Load()
	return found&1 != 0, found>>1 == key
}

// put stores an answer for get.
func (f *findings) put(v *rules.Variant, p rules.Position, n int, answer bool) {
	entry, key := f.entry(v, p, n)
	if entry == nil {
		return
	}
	if key <<= 1; answer {
		key |= 1
	}
	entry.Store(key)
}
