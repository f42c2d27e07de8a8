package quixo

import "math/bits"

const (
	firstToMove  = 1
	secondToMove = 2
	eitherToMove = firstToMove | secondToMove
)

// fewMarks reports whether a position has so few marks of one player that it may
// be reachable with one side to move only: as many as play can bring about
// before a cube that is turned back has made the sides change their parts. That
// no other position is such was found by visiting all.
func fewMarks(key uint32) bool {
	own, other := bits.OnesCount32(key>>half), bits.OnesCount32(key&lower)
	most := [...]int{1, 8, 5} // marks of the other player
	few := min(own, other)
	return few < len(most) && max(own, other) <= most[few]
}

// sidesToMove returns with how many sides to move a canonical key can be reached.
func (r *rules) sidesToMove(key uint64) uint64 {
	if fewMarks(uint32(key)) {
		r.sides.Do(r.findOneSided)
		if _, ok := r.oneSided[key]; ok {
			return 1
		}
	}
	return 2
}

// findOneSided finds the canonical keys that can be reached with one side to move only. No
// move leads back to fewer marks, so that none but positions of few marks need be visited.
func (r *rules) findOneSided() {
	type visit struct {
		key  uint64
		side uint8
	}
	reached := map[uint64]uint8{r.Start(): firstToMove}
	var list []uint64
	for todo := []visit{{r.Start(), firstToMove}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		list, _ = r.AppendCanonicalMoves(list[:0], at.key)
		for _, key := range list {
			side := eitherToMove - at.side
			if known := reached[key]; known&side == 0 && fewMarks(uint32(key)) {
				reached[key] = known | side
				todo = append(todo, visit{key, side})
			}
		}
	}
	for key, sides := range reached {
		if sides == eitherToMove {
			delete(reached, key)
		}
	}
	r.oneSided = reached
}
