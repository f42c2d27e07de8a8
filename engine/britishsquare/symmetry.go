package britishsquare

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// AppendMoves implements the AppendMoves of [engine.Rules].
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

// imagesOf returns the images of a set of tiles under all symmetries.
func (r *rules) imagesOf(set uint64) (m moved) {
	a, b, c, d := &r.parts[0][set&511], &r.parts[1][set>>9&511], &r.parts[2][set>>18&511], &r.parts[3][set>>27]
	for s := range a {
		images := a[s] | b[s] | c[s] | d[s]
		m[s], m[s+4] = images<<32>>32, images>>32
	}
	return m
}

// twins returns the images of a key under all symmetries.
func (r *rules) twins(key uint64) moved {
	one, two := r.imagesOf(key>>r.tiles&r.all), r.imagesOf(key&r.all)
	for s := range one {
		one[s] = one[s]<<(r.tiles&63) | two[s] | key&r.second
	}
	return one
}

// least returns the least image of a key with an added piece. addition holds the images of the
// piece.
func (m *moved) least(addition *moved, shift int) uint64 {
	shift &= 63 // always below 64; the mask saves a test for each image
	return min(
		min(m[0]|addition[0]<<shift, m[1]|addition[1]<<shift, m[2]|addition[2]<<shift, m[3]|addition[3]<<shift),
		min(m[4]|addition[4]<<shift, m[5]|addition[5]<<shift, m[6]|addition[6]<<shift, m[7]|addition[7]<<shift),
	)
}

// AppendCanonicalMoves implements [engine.Symmetry]. It adds a piece's images to the images of the
// position, which is far cheaper than computing all images of each result.
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	tiles, shift, pass := r.moves(key)
	if pass {
		return append(dst, r.Canonical(key^r.second)), 0
	}
	if tiles == 0 {
		return dst, 0
	}
	if shift == 0 && r.KeyWeight(key>>r.tiles<<r.tiles) == uint64(r.symmetries) { // only the identity maps the first player's pieces to themselves, so every result is canonical
		for key ^= r.second; tiles != 0; tiles &= tiles - 1 {
			dst = append(dst, key|tiles&-tiles)
		}
		return dst, 0
	}
	twins := r.twins(key ^ r.second)
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, twins.least(&r.images[bits.TrailingZeros64(tiles)&31], shift))
	}
	return dst, 0
}

// Canonical implements [engine.Symmetry]. It returns the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	twins := r.twins(key)
	return twins.least(&moved{}, 0)
}

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	one := key >> r.tiles & r.all
	images := r.imagesOf(one)
	if images.count(one) == maxSymmetries/r.symmetries { // nearly always only the identity
		return uint64(r.symmetries)
	}
	twins := r.twins(key)
	return uint64(maxSymmetries / twins.count(key))
}

// count returns the number of symmetries that map the set to image.
func (m *moved) count(image uint64) (n int) {
	for _, x := range m {
		if x == image {
			n++
		}
	}
	return n
}
