package quixo

import "math/bits"

// findReachable sets the bits of the reachable positions, slice by slice. It first follows pushes
// of neutral cubes from finished slices. Then it repeats pushes of own cubes within the slice until
// it finds no more positions.
func (r *ranking) findReachable() {
	start, _ := r.place(uint32(r.Start()))
	r.reached(start)
	for _, s := range r.slices {
		var open []uint32 // places of canonical keys that are not yet reached
		for n := s.block; n < s.blocks; n++ {
			b := &r.blocks[n]
			for place := b.first; place < min(r.blocks[n+1].first, s.last); place++ {
				switch key := r.keyAt(b, place); {
				case r.isTwinned(b.class) && r.canonical(key) != key:
				case r.anyBefore(key, true):
					r.reached(uint64(place))
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
					r.reached(uint64(place))
				} else {
					kept = append(kept, place)
				}
			}
			open = kept
		}
	}
}

func (r *ranking) reached(place uint64) { r.places.AddRun(place, 1) }

// anyBefore reports whether a push leads to key from a position already known as reachable. The
// push takes a neutral cube if neutral is true, else an own one.
func (r *ranking) anyBefore(key uint32, neutral bool) bool {
	for last := r.lastPushes(key); last != 0; last &= last - 1 {
		before, cube := r.pushes[bits.TrailingZeros32(last)&31].unpush(key)
		if !neutral {
			before |= cube
		}
		if r.over(before) != 0 {
			continue
		}
		if place, _ := r.place(before); r.places.Has(place) {
			return true
		}
	}
	return false
}
