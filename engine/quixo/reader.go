package quixo

import (
	"math/bits"
	"sort"
)

// reader finds keys, fastest in the order of their indices. It belongs to one goroutine.
type reader struct {
	*ranking
	word, block uint32 // of the last index
	next        uint64 // the index of the lowest bit of rest
	rest        uint32 // the positions of the word from next on
}

// key returns the key of an index.
func (r *reader) key(index uint64) uint32 {
	if index < r.next || index-r.next >= uint64(bits.OnesCount32(r.rest)) {
		r.seek(index)
	}
	for ; r.next < index; r.next++ {
		r.rest &= r.rest - 1
	}
	place := r.word*wordPlaces + uint32(bits.TrailingZeros32(r.rest))
	b := r.block
	if !r.inBlock(b, place) {
		if b++; !r.inBlock(b, place) {
			b = uint32(sort.Search(len(r.blocks), func(n int) bool { return r.blocks[n].first > place })) - 1
		}
		r.block = b
	}
	return r.keyAt(&r.blocks[b], place)
}

// seek finds the word of an index.
func (r *reader) seek(index uint64) {
	w := r.word + 1
	if int(w)+1 >= len(r.words) || index < r.words[w]>>wordPlaces || index >= r.words[w+1]>>wordPlaces {
		w = uint32(sort.Search(len(r.words), func(n int) bool { return r.words[n]>>wordPlaces > index })) - 1
	}
	r.word, r.next, r.rest = w, r.words[w]>>wordPlaces, uint32(r.words[w])
}

func (r *reader) inBlock(n, place uint32) bool {
	return int(n)+1 < len(r.blocks) && r.blocks[n].first <= place && place < r.blocks[n+1].first
}

// key returns the key of an index.
func (r *ranking) key(index uint64) uint32 {
	at := reader{ranking: r}
	return at.key(index)
}

// keyAt returns the key of a place in a block.
func (r *ranking) keyAt(b *block, place uint32) uint32 {
	squeezed := r.sets[b.opponent][place-b.first]
	low, high := ^b.class&255, ^b.class&^255
	n := bits.OnesCount16(low)
	opponent := uint32(r.spread[low<<8|squeezed&(1<<n-1)]) | uint32(r.spread[high|squeezed>>n])<<8
	return uint32(b.class)<<half | opponent
}
