package morris

import "math/bits"

// Sides to move.
const (
	firstToMove  = 1
	secondToMove = 2
	eitherToMove = firstToMove | secondToMove
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

// findOneSided visits the positions with few men taken, in the order of their slices. It thus
// visits most positions once, for both sides to move.
func (r *rules) findOneSided() {
	const visited = 2 // offset of the visited sides' bits above those of the reached sides
	sides := map[uint64]uint8{0: firstToMove}
	todo := make([][]uint64, r.playSlice(0, 0)+1)
	todo[0] = []uint64{0}
	var list []uint64
	most := r.mostTaken()
	for slice := range todo {
		for len(todo[slice]) > 0 {
			key := todo[slice][len(todo[slice])-1]
			todo[slice] = todo[slice][:len(todo[slice])-1]
			before := sides[key]
			toMove := before & eitherToMove &^ (before >> visited)
			if toMove == 0 {
				continue
			}
			sides[key] = before | toMove<<visited
			next := toMove>>1 | toMove<<1&eitherToMove // the other side
			list, _ = r.AppendCanonicalMoves(list[:0], key)
			for _, to := range list {
				if known := sides[to]; known&next != next && read(to).taken() <= most {
					sides[to] = known | next
					n := r.KeySlice(to)
					todo[n] = append(todo[n], to)
				}
			}
		}
	}
	r.oneSided = map[uint64]struct{}{}
	for key, reached := range sides {
		if read(key).placed == 2*r.men && reached&eitherToMove != eitherToMove {
			r.oneSided[key] = struct{}{}
		}
	}
}
