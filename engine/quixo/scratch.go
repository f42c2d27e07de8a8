package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
)

// scratch implements [engine.Generator] and [fast.Unmover] for the ranked game.
//
// Each push lists its edge once, so an edge can be listed several times. Twins have the same pushes
// up to symmetry. So both ends list an edge equally often, unless an end is its own twin. Both ends
// list such an edge once.
type scratch struct{ reader }

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
