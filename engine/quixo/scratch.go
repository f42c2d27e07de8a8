package quixo

import (
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.WinScanner] and [fast.Seeder] for the
// ranked game.
//
// Each push lists its edge once, so an edge can be listed several times. Twins have the same pushes
// up to symmetry. So both ends list an edge equally often, unless an end is its own twin. Both ends
// list such an edge once.
type scratch struct{ reader }

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	key := s.key(i)
	if s.finished(key) {
		return dst, s.over(key)
	}
	inside, marks := s.inside(key), bits.OnesCount32(key>>half)
	dst = s.appendPushes(dst, key, inside, marks)
	return s.appendPushes(dst, key, s.legalPushes(key)&^inside, marks+1), 0
}

// AppendExits implements [fast.Seeder]. Only successors inside that can be listed twice need an
// index.
func (s *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	key := s.key(i)
	if s.finished(key) {
		return dst, 0, 0, s.over(key)
	}
	pushes, marks := s.inside(key), bits.OnesCount32(key>>half)
	twice := pushes
	if !s.symmetric(key) {
		for rest := pushes; rest != 0; rest &= rest - 1 {
			if to := s.pushes[bits.TrailingZeros32(rest)&31].push(key); !s.isTwinned(to>>half) || !s.isTwinned(to&lower) {
				twice &^= rest & -rest
			}
		}
	}
	n := len(dst)
	dst = s.appendPushes(dst, key, twice, marks)
	inside = bits.OnesCount32(pushes&^twice) + len(dst) - n
	return s.appendPushes(dst[:n], key, s.legalPushes(key)&^pushes, marks+1), inside, inside, 0
}

// ScanWins implements [fast.WinScanner]. A line ends the game in its own position, so every winning
// move leads to a position.
func (s *scratch) ScanWins(*fast.Set, uint64, uint64) {}

// inside returns the set of numbers of the pushes of own cubes, which stay in the slice.
func (s *scratch) inside(key uint32) uint32 { return s.legalPushes(^(key >> half)) }

// appendPushes appends the indices to which a set of pushes leads. They give the next player's
// opponent that number of marks.
func (s *scratch) appendPushes(dst []uint64, key, pushes uint32, marks int) []uint64 {
	n, own := len(dst), s.symmetric(key)
	for ; pushes != 0; pushes &= pushes - 1 {
		place, symmetric := s.place(s.pushes[bits.TrailingZeros32(pushes)&31].push(key), marks)
		j := s.index(place)
		if (own || symmetric) && slices.Contains(dst[n:], j) {
			continue
		}
		dst = append(dst, j)
	}
	return dst
}

// AppendPredecessors implements [fast.Unmover]. Pushes of neutral cubes come from another slice, so
// it lists only pushes of own cubes.
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	key := s.key(i)
	n, own, marks := len(dst), s.symmetric(key), bits.OnesCount32(key>>half)
	for last := s.lastPushes(key); last != 0; last &= last - 1 {
		before, cube := s.pushes[bits.TrailingZeros32(last)&31].unpush(key)
		before |= cube
		if s.finished(before) {
			continue
		}
		place, symmetric := s.place(before, marks)
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
