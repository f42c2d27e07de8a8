package discover

import "math/bits"

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
