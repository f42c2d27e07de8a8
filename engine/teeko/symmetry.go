package teeko

import "math/bits"

const symmetries = 8

// images is what each symmetry of the board makes of something.
type images [symmetries]uint32

// makeImages makes the tables of images.
func (r *rules) makeImages() {
	for part := range r.images {
		for set := 1; set < len(r.images[part]); set++ {
			r.images[part][set] = r.images[part][set&(set-1)]
			if square := 9*part + bits.TrailingZeros(uint(set)); square < r.squares {
				for s := range symmetries {
					r.images[part][set][s] |= 1 << r.turned(square, s)
				}
			}
		}
	}
}

// turned returns where symmetry s takes a square: the bits of s say whether the columns
// are reversed, the rows, and both exchanged after that.
func (r *rules) turned(square, s int) int {
	column, row := square%r.size, square/r.size
	if s&1 != 0 {
		column = r.size - 1 - column
	}
	if s&2 != 0 {
		row = r.size - 1 - row
	}
	if s&4 != 0 {
		column, row = row, column
	}
	return row*r.size + column
}

// image returns what symmetry s makes of a set of squares.
func (r *rules) image(s int, set uint32) uint32 {
	s &= symmetries - 1
	return r.images[0][set&511][s] | r.images[1][set>>9&511][s] | r.images[2][set>>18&511][s]
}

// least returns the least image of a set, and as bits the symmetries that make it.
func (r *rules) least(set uint32) (least uint32, by uint8) {
	a, b, c := &r.images[0][set&511], &r.images[1][set>>9&511], &r.images[2][set>>18&511]
	var all images
	least = 1 << half
	for s := range all {
		all[s] = a[s] | b[s] | c[s]
		least = min(least, all[s])
	}
	for s, image := range all {
		by |= uint8((image^least-1)>>31) << s // without a branch: sets are far below 2^31
	}
	return least, by
}

// leastBy returns the least of the images of a set by some symmetries.
func (r *rules) leastBy(by uint8, set uint32) uint32 {
	least := uint32(1 << half)
	for ; by != 0; by &= by - 1 {
		least = min(least, r.image(bits.TrailingZeros8(by), set))
	}
	return least
}

// Canonical implements [engine.Symmetry]: the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	upper, by := r.least(uint32(key >> half))
	return uint64(upper)<<half | uint64(r.leastBy(by, uint32(key&lower)))
}

// KeyWeight implements [engine.Symmetry].
func (r *rules) KeyWeight(key uint64) uint64 {
	own := uint64(0) // symmetries that leave the position as it is
	for s := range symmetries {
		if r.image(s, uint32(key>>half)) == uint32(key>>half) && r.image(s, uint32(key&lower)) == uint32(key&lower) {
			own++
		}
	}
	return symmetries / own
}
