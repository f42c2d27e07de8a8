package slabs

import "math/bits"

// insert adds configurations to a set, which is a bitmap of a slab.
func insert(set []uint64, configurations []uint32) {
	for _, c := range configurations {
		set[c/64] |= 1 << (c % 64)
	}
}

// remove removes configurations from a set.
func remove(set []uint64, configurations []uint32) {
	for _, c := range configurations {
		set[c/64] &^= 1 << (c % 64)
	}
}

// unite adds the elements of b to a.
func unite(a, b []uint64) {
	for i, x := range b {
		a[i] |= x
	}
}

// subtract removes the elements of b from a and reports whether any is left.
func subtract(a, b []uint64) bool {
	var any uint64
	for i := range a {
		a[i] &^= b[i]
		any |= a[i]
	}
	return any != 0
}

// add counts the elements of a set, separately for stored positions and others.
func (e *Counts) add(set, stored []uint64) {
	for i, x := range set {
		e.Stored += uint64(bits.OnesCount64(x & stored[i]))
		e.Others += uint64(bits.OnesCount64(x &^ stored[i]))
	}
}
