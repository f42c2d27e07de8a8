package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover] and [fast.Searcher] for the ranked game.
//
// Each push lists its edge once, so an edge can be listed several times. Twins have the same pushes
// up to symmetry. So both ends list an edge equally often, unless an end is its own twin. Both ends
// list such an edge once.
type scratch struct {
	reader
	slice rankedSlice // of the last searched position
}

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	key := s.key(i)
	if over := s.over(key); over != 0 {
		return dst, over
	}
	n, own := len(dst), s.symmetric(key)
	for legal := s.legalPushes(key); legal != 0; legal &= legal - 1 {
		place, symmetric := s.place(s.pushes[bits.TrailingZeros32(legal)&31].push(key))
		j := s.index(place)
		if (own || symmetric) && slices.Contains(dst[n:], j) {
			continue
		}
		dst = append(dst, j)
	}
	return dst, 0
}

// AppendPredecessors implements [fast.Unmover]. Pushes of neutral cubes come from another slice, so
// it lists only pushes of own cubes.
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	key := s.key(i)
	n, own := len(dst), s.symmetric(key)
	for last := s.lastPushes(key); last != 0; last &= last - 1 {
		before, cube := s.pushes[bits.TrailingZeros32(last)&31].unpush(key)
		before |= cube
		if s.finished(before) {
			continue
		}
		place, symmetric := s.place(before)
		if !s.has(place) {
			continue
		}
		j := s.index(place)
		if (own || symmetric) && slices.Contains(dst[n:], j) {
			continue
		}
		dst = append(dst, j)
	}
	return dst
}

// Outside implements [fast.Searcher].
func (s *scratch) Outside(i uint64, set *fast.Set) (successor uint64, ok bool) {
	key := s.key(i)
	switch s.over(key) {
	case engine.IsWon:
		return i, true
	case engine.IsLost:
		return 0, false
	}
	for _, pushes := range s.searched(key, i, set) {
		for ; pushes != 0; pushes &= pushes - 1 {
			place, _ := s.place(s.pushes[bits.TrailingZeros32(pushes)&31].push(key))
			if j := s.index(place); set.Lacks(j) {
				return j, true
			}
		}
	}
	return 0, false
}

// AnyIn implements [fast.Searcher].
func (s *scratch) AnyIn(i uint64, set *fast.Set) bool {
	key := s.key(i)
	if s.over(key) != 0 {
		return false
	}
	for _, pushes := range s.searched(key, i, set) {
		for ; pushes != 0; pushes &= pushes - 1 {
			if place, _ := s.place(s.pushes[bits.TrailingZeros32(pushes)&31].push(key)); set.Has(s.index(place)) {
				return true
			}
		}
	}
	return false
}

// searched returns the pushes that can lead into the set. Pushes of own cubes stay in the slice.
// Pushes of neutral cubes leave it, and count unless the set ends with the slice or before.
func (s *scratch) searched(key uint32, i uint64, set *fast.Set) (pushes [2]uint32) {
	if i-s.slice.index >= s.slice.size {
		s.slice = s.sliceOf(i)
	}
	pushes[0] = s.legalPushes(^(key >> half)) // as if the opponent had all cubes except the mover's
	if next := s.slice.index + s.slice.size; !set.Covers(i) || set.Covers(next) {
		pushes[1] = s.legalPushes(key) &^ pushes[0]
	}
	return pushes
}
