package britishsquare

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// AppendMoves implements [engine.Rules].
func (r *rules) AppendMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	tiles, shift, pass := r.moves(key)
	if pass {
		return append(dst, key^r.second), 0
	}
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, (key^r.second)|tiles&-tiles<<shift)
	}
	return dst, 0
}

// twins stores the symmetric images of a key.
func (r *rules) twins(key uint64, twins *moved) {
	one, two, mover := key>>r.tiles&r.all, key&r.all, key&r.second
	for s := range twins {
		p := &r.parts[s]
		a := p[0][one&255] | p[1][one>>8&255] | p[2][one>>16&255] | p[3][one>>24&255]
		b := p[0][two&255] | p[1][two>>8&255] | p[2][two>>16&255] | p[3][two>>24&255]
		twins[s] = uint64(a)<<r.tiles | uint64(b) | mover
	}
}

// least returns the least of the images of something with an addition.
func (m *moved) least(addition *moved, shift int) uint64 {
	shift &= 63 // never more; it saves a test for each image
	return min(
		min(m[0]|addition[0]<<shift, m[1]|addition[1]<<shift, m[2]|addition[2]<<shift, m[3]|addition[3]<<shift),
		min(m[4]|addition[4]<<shift, m[5]|addition[5]<<shift, m[6]|addition[6]<<shift, m[7]|addition[7]<<shift),
	)
}

// AppendCanonicalMoves implements [engine.KeySymmetry]: a piece is added to the
// images of the position, which is much less than making the images of each result.
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	tiles, shift, pass := r.moves(key)
	if pass {
		return append(dst, r.Canonical(key^r.second)), 0
	}
	if tiles == 0 {
		return dst, 0
	}
	var twins moved
	r.twins(key^r.second, &twins)
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, twins.least(&r.images[bits.TrailingZeros64(tiles)&31], shift))
	}
	return dst, 0
}

// Canonical implements [engine.KeySymmetry]: the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	var twins moved
	r.twins(key, &twins)
	return twins.least(&moved{}, 0)
}

// KeyWeight implements [engine.KeySymmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	var twins moved
	r.twins(key, &twins)
	own := 0 // symmetries that leave the position as it is
	for _, twin := range twins {
		if twin == key {
			own++
		}
	}
	return uint64(maxSymmetries / own)
}
