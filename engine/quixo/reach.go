package quixo

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine/discover"
)

// findReachable sets the bits of the reachable positions, slice by slice. It first follows pushes
// of neutral cubes from finished slices. Then it repeats pushes of own cubes within the slice until
// it finds no more positions.
func (r *ranking) findReachable() {
	start, _ := r.place(uint32(r.Start()), 0)
	r.reached(start)
	for _, s := range r.slices {
		var open []uint32 // places of canonical keys that are not yet reached
		for n := s.block; n < s.blocks; n++ {
			b := &r.blocks[n]
			for place := b.first; place < min(r.blocks[n+1].first, s.last); place++ {
				switch key := r.keyAt(b, place); {
				case r.isTwinned(uint32(b.class)) && r.canonical(key) != key:
				case r.anyBefore(key, true):
					r.reached(place)
				default:
					open = append(open, place)
				}
			}
		}
		for before := len(open) + 1; len(open) < before; {
			before = len(open)
			n, kept := s.block, open[:0]
			for _, place := range open {
				for r.blocks[n+1].first <= place {
					n++
				}
				if r.anyBefore(r.keyAt(&r.blocks[n], place), false) {
					r.reached(place)
				} else {
					kept = append(kept, place)
				}
			}
			open = kept
		}
	}
}

func (r *ranking) reached(place uint32) {
	r.words[place/wordPlaces] |= 1 << (place % wordPlaces)
}

// anyBefore reports whether a push leads to key from a position already known as reachable. The
// push takes a neutral cube if neutral is true, else an own one.
func (r *ranking) anyBefore(key uint32, neutral bool) bool {
	marks := bits.OnesCount32(key >> half)
	for last := r.lastPushes(key); last != 0; last &= last - 1 {
		before, cube := r.pushes[bits.TrailingZeros32(last)&31].unpush(key)
		if !neutral {
			before |= cube
		}
		if r.finished(before) {
			continue
		}
		if place, _ := r.place(before, marks); r.has(place) {
			return true
		}
	}
	return false
}

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
