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

// twins stores the images of a key under all symmetries.
func (r *rules) twins(key uint64, twins *moved) {
	one, two, mover := key>>r.tiles&r.all, key&r.all, key&r.second
	a, b, c := &r.parts[0][one&511], &r.parts[1][one>>9&511], &r.parts[2][one>>18&511]
	d, e, f := &r.parts[0][two&511], &r.parts[1][two>>9&511], &r.parts[2][two>>18&511]
	shift := r.tiles & 63
	for s := range a {
		first, second := a[s]|b[s]|c[s], d[s]|e[s]|f[s]
		if r.tiles > 27 {
			first |= r.parts[3][one>>27][s]
			second |= r.parts[3][two>>27][s]
		}
		twins[s] = first<<32>>32<<shift | second<<32>>32 | mover
		twins[s+4] = first>>32<<shift | second>>32 | mover
	}
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
	if shift == 0 && r.KeyWeight(key>>r.tiles<<r.tiles) == uint64(r.symmetries) { // only the identity keeps the first player's pieces, so every result is canonical
		for key ^= r.second; tiles != 0; tiles &= tiles - 1 {
			dst = append(dst, key|tiles&-tiles)
		}
		return dst, 0
	}
	var twins moved
	r.twins(key^r.second, &twins)
	for ; tiles != 0; tiles &= tiles - 1 {
		dst = append(dst, twins.least(&r.images[bits.TrailingZeros64(tiles)&31], shift))
	}
	return dst, 0
}

// Canonical implements [engine.Symmetry]. It returns the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	var twins moved
	r.twins(key, &twins)
	return twins.least(&moved{}, 0)
}

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	one := key >> r.tiles & r.all
	a, b, c, d := &r.parts[0][one&511], &r.parts[1][one>>9&511], &r.parts[2][one>>18&511], &r.parts[3][one>>27]
	own := 0 // the number of symmetries that keep the first player's pieces
	for s := range a {
		images := a[s] | b[s] | c[s] | d[s]
		if images<<32>>32 == one {
			own++
		}
		if images>>32 == one {
			own++
		}
	}
	if own == maxSymmetries/r.symmetries { // nearly always only the identity
		return uint64(r.symmetries)
	}
	var twins moved
	r.twins(key, &twins)
	own = 0
	for _, twin := range twins {
		if twin == key {
			own++
		}
	}
	return uint64(maxSymmetries / own)
}
