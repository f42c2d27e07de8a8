package quixo

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/discover"
)

// fewMarks reports whether one player has so few marks that the position may be reachable with one
// side to move only. The bounds are the most marks that play can make before pushing back an own
// cube, which adds no mark, makes the sides change roles. A search of all positions found no
// exception with more marks.
func fewMarks(key uint32) bool {
	own, other := bits.OnesCount32(key>>half), bits.OnesCount32(key&lower)
	most := [...]int{1, 8, 5} // marks of the other player
	few := min(own, other)
	return few < len(most) && max(own, other) <= most[few]
}

// sidesToMove returns the number of sides to move with which play can reach a canonical key.
func (r *rules) sidesToMove(key uint64) uint64 {
	if fewMarks(uint32(key)) {
		r.sides.Do(r.findOneSided)
		if _, ok := r.oneSided[key]; ok {
			return 1
		}
	}
	return 2
}

// findOneSided finds the canonical keys that are reachable with one side to move only. No move
// reduces the number of marks, so the search visits only positions with few marks.
func (r *rules) findOneSided() {
	layer := func(key uint64) int {
		if !fewMarks(uint32(key)) {
			return -1
		}
		return bits.OnesCount64(key)
	}
	r.oneSided = discover.OneSided(r.Start(), 2*half+1, layer, func(dst []uint64, key uint64) []uint64 {
		dst, _ = r.AppendCanonicalMoves(dst, key)
		return dst
	})
}
