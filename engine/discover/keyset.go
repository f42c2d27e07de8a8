package discover

import (
	"cmp"
	"math/bits"
	"slices"
)

// KeySet is a set of keys with ranks from 0 on. In the sets of [NewKeySet] and [Span] ranks follow the
// order of the keys; in a formula of a ranked game they may be in any order, and Key and Rank must be
// inverse to each other. Its methods are safe for concurrent use.
type KeySet interface {
	// Len returns the number of keys.
	Len() uint64
	// Key returns the key of a rank below Len.
	Key(rank uint64) uint64
	// Rank returns the rank of a key, or false if the set does not contain it.
	Rank(key uint64) (rank uint64, ok bool)
}

// Span is the [KeySet] of Size consecutive keys that begin with First. It is for games whose keys
// are ranks.
type Span struct{ First, Size uint64 }

// Len implements [KeySet].
func (s Span) Len() uint64 { return s.Size }

// Key implements [KeySet].
func (s Span) Key(rank uint64) uint64 { return s.First + rank }

// Rank implements [KeySet].
func (s Span) Rank(key uint64) (rank uint64, ok bool) { return key - s.First, key-s.First < s.Size }

// KeyBatches is an optional interface of a [KeySet] that answers for many keys at a lower cost.
type KeyBatches interface {
	// AppendKeys appends the keys of the ranks first ≤ rank < end.
	AppendKeys(dst []uint64, first, end uint64) []uint64
	// Ranks stores the ranks of keys in dst, which is as long as keys. 2^64-1 marks a key that is
	// not in the set.
	Ranks(dst, keys []uint64) error
}

// AheadKeys is an optional interface of a [KeySet] on a host that takes long to answer.
type AheadKeys interface {
	// Expect reads what the ranks of keys need, all at once. Keys ascend; some may not be in the set.
	Expect(keys []uint64) error
}

// KeySetBytes is an upper bound on the bytes for each key in a set made by [NewKeySet].
const KeySetBytes = 9

// NewKeySet returns the set of sorted, distinct keys, fewer than 2^32-1. The set owns the slice.
// After the first call of Rank it needs half a byte more for each key.
func NewKeySet(keys []uint64) KeySet { return &keyIndex{keys: keys} }

// Len implements [KeySet].
func (x *keyIndex) Len() uint64 { return uint64(len(x.keys)) }

// Key implements [KeySet].
func (x *keyIndex) Key(rank uint64) uint64 { return x.keys[rank] }

// Rank implements [KeySet].
func (x *keyIndex) Rank(key uint64) (uint64, bool) {
	x.once.Do(x.group)
	return x.rank(key)
}

// Reader returns sorted, distinct keys. It belongs to one goroutine.
type Reader interface {
	// Next stores the next keys in buf and returns their number, 0 at the end.
	Next(buf []uint64) (int, error)
	Close() error
}

// Writer receives sorted, distinct keys. It belongs to one goroutine.
type Writer interface {
	// Write adds keys greater than all earlier ones. It does not keep the slice.
	Write(keys []uint64) error
	// Close completes the list.
	Close() error
}

// Files keeps lists of keys on disk during discovery, so that a game can be larger than memory and
// discovery can continue after an interruption.
type Files interface {
	// Create starts a list under a valid file name. It replaces an existing list of that name.
	Create(name string) (Writer, error)
	// Open reads a list.
	Open(name string) (Reader, error)
	// Remove deletes a list, if it exists.
	Remove(name string) error
	// SaveState makes all lists durable, then replaces the saved state atomically.
	SaveState(state []byte) error
	// LoadState returns the last saved state, or nil if there is none.
	LoadState() ([]byte, error)
}

// mergeRuns returns the distinct keys of sorted runs. It merges the two shortest first and drops
// its references to them. So runs without other users take memory once, and twice in the last
// merge.
func mergeRuns(runs [][]uint64) []uint64 {
	slices.SortFunc(runs, func(a, b []uint64) int { return cmp.Compare(len(b), len(a)) })
	for n := len(runs); n > 1; n-- {
		merged := merge(runs[n-1], runs[n-2])
		runs[n-1] = nil
		at := n - 2
		for ; at > 0 && len(runs[at-1]) < len(merged); at-- {
			runs[at] = runs[at-1]
		}
		runs[at] = merged
	}
	return runs[0]
}

// merge returns the distinct keys of two sorted lists of distinct keys.
func merge(a, b []uint64) []uint64 {
	merged := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x < y:
			merged, a = append(merged, x), a[1:]
		case y < x:
			merged, b = append(merged, y), b[1:]
		default:
			merged, a, b = append(merged, x), a[1:], b[1:]
		}
	}
	return append(append(merged, a...), b...)
}

// subtract removes the keys of run from keys, in place, and returns the rest. Both are sorted. It
// uses galloping search, so that few keys take little time against a long run.
func subtract(keys, run []uint64) []uint64 {
	kept := keys[:0]
	for _, key := range keys {
		step := 1
		for step < len(run) && run[step] < key {
			step *= 2
		}
		// run[step/2-1] is less than key, and run[step] is not.
		at, found := slices.BinarySearch(run[step/2:min(step+1, len(run))], key)
		run = run[min(step/2+at, len(run)):]
		if !found {
			kept = append(kept, key)
		}
	}
	return kept
}

// hashFactor spreads keys: the high bits of a product with it depend on all lower bits (Knuth's
// multiplicative hashing with the golden ratio).
const hashFactor = 0x9e3779b97f4a7c15

// hashedKeys is a set of keys: an open-addressing hash table, at most half full, and a list of the
// keys. It keeps its memory when it is reset.
type hashedKeys struct {
	table []uint64 // 0: empty
	skip  int      // number of high hash bits that all keys share
	shift int      // right shift that maps the rest of a hash to a place in the table
	list  []uint64 // the keys in insertion order
	zero  bool     // the key 0 is in the set
}

// reset empties the set. keys is the expected number of keys to add, duplicates included. The
// hashes of all keys agree in their highest bits, shared in number.
func (h *hashedKeys) reset(keys, shared int) {
	const repeats = 4
	h.skip = shared
	h.resize(bits.Len(uint(2 * keys / repeats)))
	h.list, h.zero = h.list[:0], false
}

// resize makes the table empty, with 2^log places.
func (h *hashedKeys) resize(log int) {
	log = max(log, 4)
	if cap(h.table) < 1<<log {
		h.table = make([]uint64, 1<<log)
	}
	h.table = h.table[:1<<log]
	clear(h.table)
	h.shift = 64 - log
}

func (h *hashedKeys) add(keys []uint64) {
	for len(keys) > 0 {
		room := len(h.table)/2 - len(h.list)
		if room <= 0 {
			h.resize(bits.Len(uint(len(h.table))))
			for _, key := range h.list {
				if at, ok := h.place(key); !ok {
					h.table[at] = key
				}
			}
			continue
		}
		n := min(room, len(keys))
		for _, key := range keys[:n] {
			if key == 0 {
				if !h.zero {
					h.list, h.zero = append(h.list, 0), true
				}
				continue
			}
			if at, ok := h.place(key); !ok {
				h.table[at] = key
				h.list = append(h.list, key)
			}
		}
		keys = keys[n:]
	}
}

// place returns the place of a key other than 0, or the place to insert it.
func (h *hashedKeys) place(key uint64) (at uint64, ok bool) {
	mask := uint64(len(h.table) - 1)
	for at = key * hashFactor << (h.skip & 63) >> (h.shift & 63); ; at++ {
		switch h.table[at&mask] {
		case key:
			return at & mask, true
		case 0:
			return at & mask, false
		}
	}
}
