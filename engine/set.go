package engine

import "math/bits"

// Set is a set of indices of one slice, a bit each.
//
// Reads may run concurrently with each other. [Set.Add] may run concurrently
// with itself and nothing else when no two goroutines touch indices of the same
// aligned run of 64.
type Set struct {
	first uint64
	n     uint64
	words []uint64
}

// NewSet returns an empty set over the n indices from first on.
func NewSet(first, n uint64) *Set {
	return &Set{first, n, make([]uint64, (n+63)/64)}
}

// Covers reports whether i is in the range the set is over.
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

// Add puts i, which must be covered, into the set.
func (s *Set) Add(i uint64) {
	i -= s.first
	s.words[i>>6] |= 1 << (i & 63)
}

// Clear empties the set.
func (s *Set) Clear() { clear(s.words) }

// Words returns the bits of the set, 64 indices a word from the first covered
// one on, least significant bit first. The words alias the set.
func (s *Set) Words() []uint64 { return s.words }

// Count returns the number of indices in the set.
func (s *Set) Count() uint64 {
	var n uint64
	for _, w := range s.words {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}
