package quixo

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
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
	for pushes := s.legalPushes(key); pushes != 0; pushes &= pushes - 1 {
		dst = s.append(dst, n, own, s.pushes[bits.TrailingZeros32(pushes)&31].push(key))
	}
	return dst, 0
}

// append appends the index of a key, if it is a position. own tells that the position at the other
// end of the edge is its own twin; its list begins at n.
func (s *scratch) append(dst []uint64, n int, own bool, key uint32) []uint64 {
	place, symmetric := s.place(key)
	j, ok := s.ranking.places.Rank(place)
	if !ok || (own || symmetric) && slices.Contains(dst[n:], j) {
		return dst
	}
	return append(dst, j)
}

// AppendPredecessors implements [fast.Unmover]. Pushes of neutral cubes come from another slice, so
// it lists only pushes of own cubes.
func (s *scratch) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	key := s.key(i)
	n, own := len(dst), s.symmetric(key)
	for last := s.lastPushes(key); last != 0; last &= last - 1 {
		before, cube := s.pushes[bits.TrailingZeros32(last)&31].unpush(key)
		if before |= cube; s.over(before) == 0 {
			dst = s.append(dst, n, own, before)
		}
	}
	return dst
}

// reader finds keys, fastest in the order of their indices. It belongs to one goroutine.
type reader struct {
	*ranking
	places placement.Reader
	block  int // of the last index
}

func (r *ranking) newReader() reader {
	return reader{ranking: r, places: placement.Reader{Set: r.places}}
}

// key returns the key of an index.
func (r *reader) key(index uint64) uint32 {
	place := uint32(r.places.Place(index))
	if place < r.blocks[r.block].first || place >= r.blocks[r.block+1].first {
		r.block = sort.Search(len(r.blocks), func(n int) bool { return r.blocks[n].first > place }) - 1
	}
	return r.keyAt(&r.blocks[r.block], place)
}

// keyAt returns the key of a place in a block.
func (r *ranking) keyAt(b *block, place uint32) uint32 {
	return b.class<<half | multiset.Spread(uint32(r.sets[b.opponent][place-b.first]), b.class)
}
