package quixo

import (
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/discover"
	"github.com/foregone-db/foregone/engine/placement"
)

// classes groups sets of cells with the same image under some symmetry.
type classes struct {
	sets []uint32 // by class: the least image
	of   []uint32 // by place of a set: its class<<8 | the symmetries that map it to the least image
}

// add adds the classes of the sets of n cells. place returns the place of an image under the
// identity.
func (c *classes) add(b *board, n int, place func(image uint32) uint32) {
	set := uint32(1)<<n - 1
	for range placement.Choose(b.cells, n) {
		least, by := b.least(1<<symmetries-1, b.plain.of(set))
		if least == set {
			c.of[place(set)] = uint32(len(c.sets)) << symmetries
			c.sets = append(c.sets, set)
		}
		c.of[place(set)] = c.of[place(least)]>>symmetries<<symmetries | by
		set = following(set)
	}
}

// following returns the next greater set of the same size.
func following(set uint32) uint32 { return uint32(placement.Next(uint64(set), ^uint64(0))) }

// rules is the game of the positions that play reaches, on a board of at most 16 cells.
type rules struct {
	board
	classes                          // of the sets of the mover's marks; the place of a set is the set
	oneSided func() map[uint64]uint8 // findOneSided, once
}

// newRules returns the rules of a board of that size, 2 to 4.
func newRules(size int) *rules {
	r := &rules{board: *newBoard(size, false)}
	r.oneSided = sync.OnceValue(r.findOneSided)
	r.of = make([]uint32, 1<<half)
	for n := range r.cells + 1 {
		r.add(&r.board, n, func(set uint32) uint32 { return set })
	}
	return r
}

// by returns the symmetries that map a set of the mover's marks to the least image.
func (r *rules) by(own uint32) uint32 { return r.of[own] & (1<<symmetries - 1) }

// Canonical implements [engine.Symmetry]. It returns the least of the symmetric keys.
func (r *rules) Canonical(key uint64) uint64 {
	of, least := r.of[r.own(key)], ^uint32(0)
	for by := of & (1<<symmetries - 1); by != 0; by &= by - 1 {
		least = min(least, r.images[bits.TrailingZeros32(by)&(symmetries-1)].of(r.other(key)))
	}
	return r.key(r.sets[of>>symmetries], least)
}

// AppendCanonicalMoves implements [engine.Symmetry].
func (r *rules) AppendCanonicalMoves(dst []uint64, key uint64) ([]uint64, engine.Ends) {
	return engine.CanonicalMoves(r, dst, key)
}

// KeyWeight implements [engine.Symmetry]. It counts each symmetric key once for each side that can
// be to move.
func (r *rules) KeyWeight(key uint64) uint64 {
	_, by := r.least(r.by(r.own(key)), r.other(key))
	return symmetries / uint64(bits.OnesCount32(by)) * r.sidesToMove(key)
}

// KeySlice depends on the two players' numbers of marks, in any order. Neither number ever falls.
func (r *rules) KeySlice(key uint64) int {
	own, other := bits.OnesCount32(r.own(key)), bits.OnesCount32(r.other(key))
	return (own+other)<<5 | max(own, other)
}

// fewMarks reports whether one player has so few marks that the position may be reachable with one
// side to move only. The bounds are the most marks that play can make before pushing back an own
// cube, which adds no mark, makes the sides change roles. A search of all positions found no
// exception with more marks.
func (r *rules) fewMarks(key uint64) bool {
	own, other := bits.OnesCount32(r.own(key)), bits.OnesCount32(r.other(key))
	most := [...]int{1, 8, 5} // marks of the other player
	few := min(own, other)
	return few < len(most) && max(own, other) <= most[few]
}

// sidesToMove returns the number of sides to move with which play can reach a canonical key.
func (r *rules) sidesToMove(key uint64) uint64 {
	if r.fewMarks(key) && r.oneSided()[key] != 0 {
		return 1
	}
	return 2
}

// findOneSided finds the canonical keys that are reachable with one side to move only. No move
// reduces the number of marks, so the search visits only positions with few marks.
func (r *rules) findOneSided() map[uint64]uint8 {
	layer := func(key uint64) int {
		if !r.fewMarks(key) {
			return -1
		}
		return bits.OnesCount64(key)
	}
	return discover.OneSided(0, r.cells+1, layer, func(dst []uint64, key uint64) []uint64 {
		dst, _ = r.AppendCanonicalMoves(dst, key)
		return dst
	})
}
