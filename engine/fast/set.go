package fast

import "math/bits"

// Set is a set of indices of one slice, with one bit for each index.
//
// Reads may run concurrently with each other. Calls of [Set.Add] may run concurrently with each
// other, but not with reads, if no two goroutines add indices of the same word of [Set.Words].
type Set struct {
	first uint64
	n     uint64
	words []uint64
}

// NewSet returns an empty set over the n indices from first on.
func NewSet(first, n uint64) *Set {
	return &Set{first, n, make([]uint64, (n+63)/64)}
}

// Covers reports whether i is in the range of the set.
func (s *Set) Covers(i uint64) bool { return i-s.first < s.n }

// Has reports whether i is in the set. An index that is not covered is not in it.
func (s *Set) Has(i uint64) bool {
	i -= s.first
	return i < s.n && s.words[i>>6]>>(i&63)&1 != 0
}

// Lacks reports whether i is covered and not in the set.
func (s *Set) Lacks(i uint64) bool {
	i -= s.first
	return i < s.n && s.words[i>>6]>>(i&63)&1 == 0
}

// KeepLacking filters indices in place: it keeps those that are covered and not in the set, in
// their order, and returns the shortened slice.
func (s *Set) KeepLacking(indices []uint64) []uint64 {
	kept := 0
	for _, j := range indices {
		indices[kept] = j
		if i := j - s.first; i < s.n {
			kept += int(s.words[i>>6]>>(i&63)&1 ^ 1)
		}
	}
	return indices[:kept]
}

// together is the number of lookups that start before the first result is needed, so that their
// reads of memory overlap.
const together = 16

// FirstOf returns the place of the first index that is in the set, or -1.
func (s *Set) FirstOf(indices []uint64) int { return s.firstWith(indices, 0) }

// FirstLacking returns the place of the first index that is covered and not in the set, or -1.
func (s *Set) FirstLacking(indices []uint64) int { return s.firstWith(indices, 1) }

// firstWith returns the place of the first index covered whose bit becomes 1 with flip.
func (s *Set) firstWith(indices []uint64, flip uint64) int {
	for from := 0; from < len(indices); from += together {
		var found uint64
		for n, i := range indices[from:min(from+together, len(indices))] {
			if i -= s.first; i < s.n {
				found |= (s.words[i>>6]>>(i&63)&1 ^ flip) << n
			}
		}
		if found != 0 {
			return from + bits.TrailingZeros64(found)
		}
	}
	return -1
}

// CountLacking returns how many of the indices are covered and not in the set, repeats included.
// The lookups are independent, so that their reads of memory overlap.
func (s *Set) CountLacking(indices []uint64) (n int) {
	for _, i := range indices {
		if i -= s.first; i < s.n {
			n += int(s.words[i>>6]>>(i&63)&1 ^ 1)
		}
	}
	return n
}

// Add puts i, which must be covered, into the set.
func (s *Set) Add(i uint64) {
	i -= s.first
	s.words[i>>6] |= 1 << (i & 63)
}

// Move empties the set, and moves its range to the same number of indices from first on.
func (s *Set) Move(first uint64) {
	s.first = first
	s.Clear()
}

// Clear empties the set.
func (s *Set) Clear() { clear(s.words) }

// Words returns the bits of the set, 64 indices a word from the first covered
// one on, least significant bit first. The words alias the set.
func (s *Set) Words() []uint64 { return s.words }

// Count returns the number of indices in the set.
func (s *Set) Count() uint64 { return Count(s.words) }

// Count returns the number of bits that are set in a bitmap.
func Count(words []uint64) (n uint64) {
	for _, w := range words {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}

// AppendPlaces appends the numbers of the bits that are set in a bitmap, ascending.
func AppendPlaces(dst []uint32, words []uint64) []uint32 {
	for k, w := range words {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, uint32(64*k+bits.TrailingZeros64(w)))
		}
	}
	return dst
}
