package engine

import (
	"math/bits"
	"slices"
)

// hashedKeys is a set of keys: an open hash table, at most half full, and a list of
// what is in it. It keeps its memory when it is reset.
type hashedKeys struct {
	table []uint64 // 0: empty
	shift int      // of a hash, so that it is a place in the table
	list  []uint64 // the keys in the order they came
	zero  bool     // the key 0 is in the set
	spare []uint64 // for sorting
}

// reset empties the set, into which so many keys will be added, many of them more
// than once.
func (h *hashedKeys) reset(keys int) {
	const repeats = 4
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

// place returns where a key other than 0 is, or belongs.
func (h *hashedKeys) place(key uint64) (at uint64, ok bool) {
	mask := uint64(len(h.table) - 1)
	for at = key * 0x9e3779b97f4a7c15 >> (h.shift & 63); ; at++ {
		switch h.table[at&mask] {
		case key:
			return at & mask, true
		case 0:
			return at & mask, false
		}
	}
}

// sorted returns the keys in ascending order. They are valid until the next reset.
func (h *hashedKeys) sorted() []uint64 {
	h.list, h.spare = sortKeys(h.list, h.spare)
	return h.list
}

// sortKeys sorts keys by the bytes in which they differ, from the lowest on. It
// returns them, sorted, and the memory that is left over for the next time: spare may
// be any.
func sortKeys(keys, spare []uint64) (sorted, left []uint64) {
	if len(keys) < 256 {
		slices.Sort(keys)
		return keys, spare
	}
	if cap(spare) < len(keys) {
		spare = make([]uint64, 0, cap(keys))
	}
	spare = spare[:len(keys)]
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
	return keys, spare
}
