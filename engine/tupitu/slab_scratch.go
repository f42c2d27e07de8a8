package tupitu

import "math/bits"

// slabScratch implements [fast.SlabScratch].
type slabScratch struct {
	*slabs

	// The present slab.
	opponent      uint32 // a tile
	cleared, free uint32 // tiles
}

// Enter implements [fast.SlabScratch].
func (w *slabScratch) Enter(slab uint32) {
	others := w.board.tiles - 1
	w.opponent = slab >> others
	set, below := slab&(1<<others-1), uint32(1)<<w.opponent-1
	w.cleared = set&below | set&^below<<1
	w.free = w.all &^ (w.cleared | 1<<w.opponent)
}

// Fill implements [fast.SlabScratch].
func (w *slabScratch) Fill(dst []uint64) { dst[0] = uint64(w.free) }

// Reach implements [fast.SlabScratch].
func (w *slabScratch) Reach(dst []uint64) { dst[0] = uint64(w.free & w.reach[w.opponent]) }

// Marks implements [fast.SlabScratch]: nobody wins at once, and a tile can be cleared
// wherever there is one beside the mover's.
func (w *slabScratch) Marks(wins, any []uint64) {
	wins[0], any[0] = 0, 0
	if w.free&(w.free-1) != 0 {
		any[0] = uint64(w.free)
	}
}

// Dilate implements [fast.SlabScratch]: a king's step, which must be made.
func (w *slabScratch) Dilate(dst, src []uint64) {
	set := uint32(src[0])
	beside := set&w.left<<1 | set&w.right>>1
	rows := set | beside
	dst[0] = uint64((beside | rows<<w.board.width | rows>>w.board.width) & w.free)
}

// AppendLinks implements [fast.SlabScratch]: every clearing of a tile.
func (w *slabScratch) AppendLinks(dst []uint64, counts []uint8, configurations []uint32, live []int32) ([]uint64, []uint8) {
	for _, own := range configurations {
		before := len(dst)
		to := &w.placed[w.opponent*maxTiles+own]
		cleared := to.turn.image(w.cleared)
		for rest := to.turn.image(w.free &^ (1 << own)); rest != 0; rest &= rest - 1 {
			if n := live[w.number(to.opponent, cleared|rest&-rest)]; n >= 0 {
				dst = append(dst, uint64(n)<<32|uint64(to.configuration))
			}
		}
		counts = append(counts, uint8(len(dst)-before))
	}
	return dst, counts
}

// AppendUnlinks implements [fast.SlabScratch]: any cleared tile may have been the last.
func (w *slabScratch) AppendUnlinks(dst []uint64, set []uint64, live []int32, _, _ int) []uint64 {
	for own := uint32(set[0]); own != 0; own &= own - 1 {
		sources := w.sources[bits.TrailingZeros32(own)*maxTiles+int(w.opponent)]
		for i := range sources {
			from := &sources[i]
			cleared := from.turn.image(w.cleared)
			for rest := cleared; rest != 0; rest &= rest - 1 {
				if n := live[w.number(from.opponent, cleared&^(rest&-rest))]; n >= 0 {
					dst = append(dst, uint64(n)<<32|uint64(from.configuration))
				}
			}
		}
	}
	return dst
}

// AppendIndices implements [fast.SlabScratch].
func (w *slabScratch) AppendIndices(dst []uint64, set []uint64) []uint64 {
	cells := w.cells.image(w.cleared)
	n := bits.OnesCount32(cells)
	for own := uint32(set[0]); own != 0; own &= own - 1 {
		pair := w.pairOf(uint32(bits.TrailingZeros32(own)), w.opponent)
		q := &w.classes[pair.class]
		rank := rankSet(q.squeeze(w.board.symmetries[pair.symmetry].image(cells)))
		dst = append(dst, w.Variant.at(n, int(pair.class), rank))
	}
	return dst
}
