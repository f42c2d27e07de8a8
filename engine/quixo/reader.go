package quixo

import "math/bits"

// reader finds keys, fastest in the order of their indices. It belongs to one goroutine.
type reader struct {
	*ranking
	word, block uint32 // of the last index
}

// key returns the key of an index.
func (r *reader) key(index uint64) uint32 {
	w := r.word
	if !r.inWord(w, index) {
		if w++; !r.inWord(w, index) {
			w = search(r.wordNear, index, func(n uint32) bool { return r.words[n]>>wordPlaces <= index })
		}
		r.word = w
	}
	rest := uint32(r.words[w])
	for range index - r.words[w]>>wordPlaces {
		rest &= rest - 1
	}
	place := w*wordPlaces + uint32(bits.TrailingZeros32(rest))
	b := r.block
	if !r.inBlock(b, place) {
		if b++; !r.inBlock(b, place) {
			b = search(r.blockNear, uint64(place), func(n uint32) bool { return r.blocks[n].first <= place })
		}
		r.block = b
	}
	return r.keyAt(&r.blocks[b], place)
}

func (r *reader) inWord(n uint32, index uint64) bool {
	return int(n)+1 < len(r.words) && r.words[n]>>wordPlaces <= index && index < r.words[n+1]>>wordPlaces
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

const nearStep = 256

// near returns, for every 256th number, the last n with a start that is not greater, and
// the last n of all at the end. Starts ascend from 0 on.
func near(n int, start func(n int) uint64) (list []uint32) {
	for at := range n {
		for start(at) > uint64(len(list))*nearStep {
			list = append(list, uint32(at-1))
		}
	}
	return append(list, uint32(n-1), uint32(n-1))
}

// search returns the last n with a start that is not above a number, given what is near
// each 256th.
func search(near []uint32, number uint64, notAbove func(n uint32) bool) uint32 {
	low, high := near[number/nearStep], near[number/nearStep+1]
	for low < high {
		if middle := (low + high + 1) / 2; notAbove(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}
