package pushfight

import (
	"math/bits"

	"github.com/foregone-db/foregone/engine"
)

// Permuter answers by permutation index, which numbers all positions in progress,
// reachable or not, below [Variant.Permutations]. It belongs to one goroutine. An index
// out of range is a bug of the caller and may panic.
type Permuter struct{ w *scratch }

// NewPermuter returns one with working memory of its own.
func NewPermuter(v *Variant) Permuter { return Permuter{newScratch(v)} }

// Minimized returns the minimized index of the position of permutation index
// n, or false where that is not reachable.
func (r Permuter) Minimized(n uint64) (uint64, bool) {
	return r.w.minimize(r.w.unpermute(n))
}

// AppendSuccessors appends the minimized indices of the positions in
// progress that the turns at permutation index n lead to, all of them being
// reachable, and returns the extended slice together with how the game can end. It
// appends nothing where a turn wins at once. Multiplicities are those of
// [engine.Generator].
func (r Permuter) AppendSuccessors(dst []uint64, n uint64) ([]uint64, engine.Ends) {
	w := r.w
	p := w.unpermute(n)
	if w.test.wins(p) {
		return dst, engine.WinsNow
	}
	for _, m := range w.placer.all(p.mine(), p.pusher&^p.theirs, p.theirs) {
		q := p.at(m)
		for d, pushing := range w.board.shifts(q.occupied, q.anchor, m.pushers) {
			for ; pushing != 0; pushing &= pushing - 1 {
				s := w.board.shifted(q, bits.TrailingZeros64(pushing), d)
				dst = append(dst, w.index(s.occupied, s.pusher, s.theirs, s.anchor))
			}
		}
	}
	return dst, 0
}
