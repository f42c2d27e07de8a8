package quixo

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
)

// scratch implements [engine.Generator], [fast.Unmover], [fast.WinScanner] and [fast.Seeder] for the
// ranked game.
//
// Each push lists its edge once, so an edge can be listed several times. Twins have the same pushes
// up to symmetry. So both ends list an edge equally often, unless an end is its own twin. Both ends
// list such an edge once.
//
// It finds keys fastest in the order of their indices. It belongs to one goroutine.
type scratch struct {
	*ranking
	word, block int    // of the last index
	next        uint64 // the index of the lowest bit of rest
	rest        uint32 // the positions of the word from next on
}

// key returns the key of an index.
func (s *scratch) key(index uint64) uint64 {
	if index < s.next || index-s.next >= uint64(bits.OnesCount32(s.rest)) {
		s.word = sort.Search(len(s.words), func(n int) bool { return s.words[n]>>wordPlaces > index }) - 1
		s.next, s.rest = s.words[s.word]>>wordPlaces, uint32(s.words[s.word])
	}
	for ; s.next < index; s.next++ {
		s.rest &= s.rest - 1
	}
	place := uint32(s.word*wordPlaces + bits.TrailingZeros32(s.rest))
	if place < s.blocks[s.block].first || place >= s.blocks[s.block+1].first {
		s.block = sort.Search(len(s.blocks), func(n int) bool { return s.blocks[n].first > place }) - 1
	}
	return s.keyAt(s.blocks[s.block], place)
}

// AppendSuccessors implements [engine.Generator].
func (s *scratch) AppendSuccessors(dst []uint64, i uint64) ([]uint64, engine.Ends) {
	key := s.key(i)
	if s.finished(key) {
		return dst, s.over(key)
	}
	dst, _ = s.appendPushes(dst, key, s.legal(key), false)
	return dst, 0
}

// AppendExits implements [fast.Seeder]. Pushes of own cubes stay in the slice.
func (s *scratch) AppendExits(dst []uint64, i uint64) (exits []uint64, inside, open int, ends engine.Ends) {
	key := s.key(i)
	if s.finished(key) {
		return dst, 0, 0, s.over(key)
	}
	n, pushes := len(dst), s.takes.of(s.own(key))
	dst, inside = s.appendPushes(dst, key, pushes, true)
	inside += len(dst) - n
	dst, _ = s.appendPushes(dst[:n], key, s.legal(key)&^pushes, false)
	return dst, inside, inside, 0
}

// appendPushes appends the indices to which a set of pushes leads. If counts is set, it only counts
// the pushes whose results are listed once anyway.
func (s *scratch) appendPushes(dst []uint64, key, pushes uint64, counts bool) (_ []uint64, counted int) {
	n, all, view := len(dst), s.pushes, swap(key)
	_, own := s.place(key)
	for ; pushes != 0; pushes &= pushes - 1 {
		p := &all[bits.TrailingZeros64(pushes)&63]
		to := p.move(view) | p.mark
		if counts && !own && !(s.twinned.has(to>>half) && s.twinned.has(to&lower)) {
			counted++
			continue
		}
		place, twin := s.place(to)
		if j := s.index(place); !own && !twin || !slices.Contains(dst[n:], j) {
			dst = append(dst, j)
		}
	}
	return dst, counted
}

// ScanWins implements [fast.WinScanner]. A line ends the game in its own position, so every winning
// move leads to a position.
func (s *scratch) ScanWins(*fast.Set, uint64, uint64) {}

// AppendPredecessors implements [fast.Unmover]. Pushes of neutral cubes come from another slice, so
// it lists only pushes of own cubes.
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	key := s.key(i)
	n, all := len(dst), s.pushes
	_, own := s.place(key)
	for last := s.ends.of(uint32(key & lower)); last != 0; last &= last - 1 {
		p := &all[bits.TrailingZeros64(last)&63]
		before := p.unpush(key) | p.cube
		if s.finished(before) {
			continue
		}
		place, twin := s.place(before)
		if j := s.index(place); s.has(place) && (!own && !twin || !slices.Contains(dst[n:], j)) {
			dst = append(dst, j)
		}
	}
	return dst
}
