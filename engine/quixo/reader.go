package quixo

import (
	"sort"

	"github.com/foregone-db/foregone/engine/multiset"
	"github.com/foregone-db/foregone/engine/placement"
)

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
