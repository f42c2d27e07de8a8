package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover] and [fast.Searcher] for the
// ranked game.
//
// An edge is listed once for each push that makes it. Twins have the same pushes up to
// symmetry, so that this is as often from both ends, unless an end is its own twin. Such
// an edge is listed once from either end.
type scratch struct {
	reader
	slice rankedSlice // of the position searched last
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

// AppendPredecessors implements [fast.Unmover]. Positions before the push of a neutral
// cube are in another slice.
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

// searched returns the pushes that can lead to where the set is: those of own cubes, which
// stay in the slice, and those of neutral ones, unless the set ends with the slice or
// before.
func (s *scratch) searched(key uint32, i uint64, set *fast.Set) (pushes [2]uint32) {
	if i-s.slice.index >= s.slice.size {
		s.slice = s.sliceOf(i)
	}
	pushes[0] = s.legalPushes(^(key >> half)) // as if all cubes but the mover's were the opponent's
	if next := s.slice.index + s.slice.size; !set.Covers(i) || set.Covers(next) {
		pushes[1] = s.legalPushes(key) &^ pushes[0]
	}
	return pushes
}
