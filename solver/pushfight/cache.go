package pushfight

import (
	"sync/atomic"

	rules "github.com/foregone-db/foregone/engine/pushfight"
)

const (
	cacheBits = 20 // entries: 2 to this power, 8 bytes each
	infoBits  = 24 // of an entry; the others are the minimized index
	fieldBits = 6
	fieldMask = 1<<fieldBits - 1
)

// findings caches results of searches by position. Later results may evict earlier ones. It is
// safe for concurrent use.
//
// An entry has four more fields. Two hold the least number of plies in which the position is known
// to be lost, and to be won. Two hold the greatest number in which it is known not to be lost, and
// not to be won. A field f stands for 2f-2 plies (lost) or 2f-1 plies (won), 0 for unknown.
type findings struct{ entries []atomic.Uint64 }

func newFindings() *findings { return &findings{make([]atomic.Uint64, 1<<cacheBits)} }

// entry returns the entry for p and the index that identifies p in it, or nil if p cannot be
// cached.
func (f *findings) entry(v *rules.Variant, p rules.Position) (*atomic.Uint64, uint64) {
	index, ok := v.MinimizedIndex(p)
	if !ok || index >= 1<<(64-infoBits) {
		return nil, 0
	}
	const spread = 0x9e3779b97f4a7c15 // an odd number whose multiples are scattered
	return &f.entries[index*spread>>(64-cacheBits)], index
}

// field returns the shift of the field for n plies, and the value of n in it.
func field(n int, known bool) (shift int, value uint64) {
	shift = fieldBits * (n % 2)
	if !known {
		shift += 2 * fieldBits
	}
	return shift, uint64(n/2 + 1)
}

// get reports whether a position is decided in at most n plies, lost for even n and won for odd
// n. ok is false if that is unknown.
func (f *findings) get(v *rules.Variant, p rules.Position, n int) (answer, ok bool) {
	entry, index := f.entry(v, p)
	if entry == nil {
		return false, false
	}
	info := entry.Load()
	if info>>infoBits != index {
		return false, false
	}
	yes, value := field(n, true)
	if found := info >> yes & fieldMask; found != 0 && found <= value {
		return true, true
	}
	other, _ := field(n+1, true)
	no, _ := field(n, false)
	if info>>other&fieldMask != 0 || info>>no&fieldMask >= value {
		return false, true
	}
	return false, false
}

// put stores an answer for get.
func (f *findings) put(v *rules.Variant, p rules.Position, n int, answer bool) {
	entry, index := f.entry(v, p)
	shift, value := field(n, answer)
	if entry == nil || value > fieldMask {
		return
	}
	info := entry.Load()
	if info>>infoBits != index {
		info = index << infoBits
	}
	old := info >> shift & fieldMask
	if old == 0 || answer == (value < old) {
		info = info&^(fieldMask<<shift) | value<<shift
	}
	entry.Store(info)
}
