package discover

import (
	"math/bits"
	"slices"
)

// hashFactor spreads keys: the high bits of a multiple by it depend on all bits below
// (Knuth's multiplicative hashing, by the golden ratio).
const hashFactor = 0x9e3779b97f4a7c15

// hashedKeys is a set of keys: an open hash table, at most half full, and a list of
// what is in it. It keeps its memory when it is reset.
type hashedKeys struct {
	table []uint64 // 0: empty
	skip  int      // high bits of a hash that all keys share
	shift int      // of the rest, so that it is a place in the table
	list  []uint64 // the keys in the order they came
	zero  bool     // the key 0 is in the set
}

// reset empties the set, into which so many keys will be added, many of them more
// than once, whose hashes share the high bits.
func (h *hashedKeys) reset(keys, shared int) {
	const repeats = 4
	h.skip = shared
	h.resize(bits.Len(uint(2 * keys / repeats)))
	h.list, h.zero = h.list[:0], false
}

// resize makes an empty table of 2^log places.
func (h *hashedKeys) resize(log int) {
	log = max(log, 4)
	if cap(h.table) < 1<<log {
		h.table = make([]uint64, 1<<log)
	}
	h.table = h.table[:1<<log]
	clear(h.table)
	h.shift = 64 - log
}

// add adds keys.
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

// keys returns the keys of the set, in the order they came. They are the set's.
func (h *hashedKeys) keys() []uint64 { return h.list }

// place returns where a key other than 0 is, or belongs.
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

// keySorter sorts keys by the bytes in which they differ, from the lowest on. It keeps
// memory for as many keys as it was given.
type keySorter struct{ spare []uint64 }

// sort returns the keys in ascending order; the memory of keys is the sorter's from
// then on.
func (s *keySorter) sort(keys []uint64) []uint64 {
	if len(keys) < 256 {
		slices.Sort(keys)
		return keys
	}
	if cap(s.spare) < len(keys) {
		s.spare = make([]uint64, 0, cap(keys))
	}
	spare := s.spare[:len(keys)]
	differ := uint64(0)
	for _, key := range keys {
		differ |= key ^ keys[0]
	}
	for shift := 0; shift < 64; shift += 8 {
		if differ>>shift&255 == 0 {
			continue
		}
		var next [256]uint32
		for _, key := range keys {
			next[key>>shift&255]++
		}
		sum := uint32(0)
		for i, n := range next {
			next[i] = sum
			sum += n
		}
		for _, key := range keys {
			at := &next[key>>shift&255]
			spare[*at] = key
			*at++
		}
		keys, spare = spare, keys
	}
	s.spare = spare
	return keys
}
