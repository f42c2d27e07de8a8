package morris

import (
	"maps"
	"math/bits"

	"github.com/foregone-db/foregone/engine/discover"
)

// KeyWeight implements [engine.Symmetry]: the number of images of a position, times the number of
// sides that can be to move.
func (r *rules) KeyWeight(key uint64) uint64 {
	p := read(key)
	same := 0 // number of symmetries that leave the position unchanged
	for s := range r.symmetries {
		if r.image(s, p.own) == p.own && r.image(s, p.opponent) == p.opponent {
			same++
		}
	}
	images := uint64(r.symmetries / same)
	if p.placed < 2*r.men || r.isOneSided(key) {
		return images // men in hand determine the side to move
	}
	return 2 * images
}

// mostTaken returns an upper bound on the men taken in positions with one possible side to move. On
// two rings with up to six men it is 2. A search of all positions found none with more.
func (r *rules) mostTaken() int {
	if r.rings == 2 && r.men <= 6 {
		return 2
	}
	return 2 * r.men
}

// taken returns how many men are off the board for good.
func (p position) taken() int { return p.placed - bits.OnesCount32(p.own|p.opponent) }

// isOneSided reports whether a canonical key, with all men placed, can be reached with only one
// side to move. Three rings have too many such positions to visit, and isOneSided returns false.
func (r *rules) isOneSided(key uint64) bool {
	if r.rings == 3 || r.placed || read(key).taken() > r.mostTaken() {
		return false
	}
	r.sides.Do(r.findOneSided)
	_, ok := r.oneSided[key]
	return ok
}

// findOneSided visits the positions with few men taken, in the order of their slices.
func (r *rules) findOneSided() {
	most := r.mostTaken()
	layer := func(key uint64) int {
		if read(key).taken() > most {
			return -1
		}
		return r.KeySlice(key)
	}
	r.oneSided = discover.OneSided(0, r.playSlice(0, 0)+1, layer, func(dst []uint64, key uint64) []uint64 {
		dst, _ = r.AppendCanonicalMoves(dst, key)
		return dst
	})
	maps.DeleteFunc(r.oneSided, func(key uint64, _ uint8) bool { return read(key).placed < 2*r.men })
}
