package discover

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/fast"
)

// keyFamilies is a set of keys as bits: one bit for each number of each family ([fast.Families]).
type keyFamilies struct {
	rules fast.Families
	table []family // by hash of the family's key; words is 0 in an empty entry
	shift int      // right shift that maps a hash to a place in the table
	bits  []uint64
	below []uint32 // for each word of bits: the number of keys in earlier words
}

// family is the place of a family's bits.
type family struct {
	key          uint64
	first, words uint32 // of bits
}

const (
	// kinBytes is the maximum number of bytes a key of a keyFamilies. A set that would need more
	// is too sparse.
	kinBytes = 4
	kinBatch = 64 // keys that are numbered at a time

	wordBytes, familyBytes = 12, 16
)

// newKeyFamilies returns the set of sorted, distinct keys, or nil if the set would be too sparse.
func newKeyFamilies(rules fast.Families, keys []uint64) *keyFamilies {
	k := &keyFamilies{rules: rules}
	var families, numbers [kinBatch]uint64
	var list []family
	for n := 0; n < len(keys); {
		batch := keys[n:min(n+kinBatch, len(keys))]
		rules.Number(families[:len(batch)], numbers[:len(batch)], batch)
		for i, of := range families[:len(batch)] {
			if len(list) == 0 || list[len(list)-1].key != of {
				list = append(list, family{key: of, first: uint32(len(k.bits))})
			}
			last := &list[len(list)-1]
			word := numbers[i] / 64
			if room := uint64(kinBytes*len(keys)) / wordBytes; word > room || uint64(len(k.bits)) > room {
				return nil
			}
			for uint64(last.words) <= word {
				k.bits, k.below = append(k.bits, 0), append(k.below, uint32(n+i))
				last.words++
			}
			k.bits[uint64(last.first)+word] |= 1 << (numbers[i] % 64)
		}
		n += len(batch)
	}
	if wordBytes*len(k.bits)+familyBytes<<tableLog(len(list)) > kinBytes*len(keys) {
		return nil
	}
	k.fill(list)
	return k
}

// tableLog returns log2 of the size of a table that is at most half full.
func tableLog(families int) int { return bits.Len(uint(max(2*families-1, 1))) }

// fill makes the hash table.
func (k *keyFamilies) fill(list []family) {
	log := tableLog(len(list))
	k.table, k.shift = make([]family, 1<<log), 64-log
	for _, f := range list {
		*k.find(f.key) = f
	}
}

// bytes returns the memory of the set in bytes.
func (k *keyFamilies) bytes() uint64 {
	return uint64(wordBytes*len(k.bits) + familyBytes*len(k.table))
}

// belowEnd returns the number of keys up to the end of a family.
func (k *keyFamilies) belowEnd(f *family) uint64 {
	last := f.first + f.words - 1
	return uint64(k.below[last]) + uint64(bits.OnesCount64(k.bits[last]))
}

// find returns the table entry of a family, or an empty entry if the family is absent.
func (k *keyFamilies) find(key uint64) *family {
	mask := uint64(len(k.table) - 1)
	for at := key * hashFactor >> (k.shift & 63); ; at++ {
		if f := &k.table[at&mask]; f.words == 0 || f.key == key {
			return f
		}
	}
}

// numbered is a worker's buffer for ranking keys.
type numbered struct{ families, numbers [kinBatch]uint64 }

// rank replaces keys, at most kinBatch, with first plus their ranks, and returns -1. If a key is
// not in the set, it stops and returns the key's place.
func (k *keyFamilies) rank(w *numbered, keys []uint64, first uint64) (wrong int) {
	k.rules.Number(w.families[:len(keys)], w.numbers[:len(keys)], keys)
	var f *family
	for i := range keys {
		number, of := w.numbers[i&(kinBatch-1)], w.families[i&(kinBatch-1)]
		if f == nil || of != f.key {
			f = k.find(of)
		}
		word, bit := number/64, number%64
		if word >= uint64(f.words) {
			return i
		}
		word += uint64(f.first)
		set := k.bits[word]
		if set>>bit&1 == 0 {
			return i
		}
		keys[i] = first + uint64(k.below[word]) + uint64(bits.OnesCount64(set&(1<<bit-1)))
	}
	return -1
}
