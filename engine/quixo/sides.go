package quixo

import "math/bits"

const (
	firstToMove  = 1
	secondToMove = 2
	eitherToMove = firstToMove | secondToMove
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
		if _, ok := r.oneSided[uint32(key)]; ok {
			return 1
		}
	}
	return 2
}

// findOneSided finds the canonical keys that are reachable with one side to move only. No move
// reduces the number of marks, so the search visits only positions with few marks. It visits them
// in order of marks, so it visits most of them once for both sides to move.
func (r *rules) findOneSided() {
	const visited = 2 // the offset of the visited sides' bits above the reached sides' bits
	sides := map[uint32]uint8{uint32(r.Start()): firstToMove}
	var todo [2*half + 1][]uint32 // by the number of marks
	todo[0] = append(todo[0], uint32(r.Start()))
	var list []uint64
	for marks := range todo {
		for len(todo[marks]) > 0 {
			key := todo[marks][len(todo[marks])-1]
			todo[marks] = todo[marks][:len(todo[marks])-1]
			before := sides[key]
			toMove := before & eitherToMove &^ (before >> visited)
			if toMove == 0 {
				continue
			}
			sides[key] = before | toMove<<visited
			next := toMove>>1 | toMove<<1&eitherToMove // the other side
			list, _ = r.AppendCanonicalMoves(list[:0], uint64(key))
			for _, to := range list {
				to := uint32(to)
				if !fewMarks(to) {
					continue
				}
				if known := sides[to]; known&next != next {
					sides[to] = known | next
					n := bits.OnesCount32(to)
					todo[n] = append(todo[n], to)
				}
			}
		}
	}
	r.oneSided = map[uint32]uint8{}
	for key, reached := range sides {
		if reached &= eitherToMove; reached != eitherToMove {
			r.oneSided[key] = reached
		}
	}
}
