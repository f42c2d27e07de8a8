package pushfight

import (
	"math/rand"
	"testing"
)

// winsPlainly finds wins by listing all placements.
func (w *scratch) winsPlainly(p Position) bool {
	for _, m := range w.placer.all(p.mine(), p.pusher&^p.theirs, p.theirs) {
		if w.board.winsBy(m.own|p.theirs, p.theirs, p.anchor, m.pushers) {
			return true
		}
	}
	return false
}

// TestWinsNow compares the win test with winsPlainly.
func TestWinsNow(t *testing.T) {
	for _, p := range variants(t) {
		v := p.fast
		w := newScratch(v)
		rng := rand.New(rand.NewSource(4))
		n := v.Permutations()
		samples := uint64(60000)
		if testing.Short() {
			samples = 6000
		}
		for k := range min(n, samples) {
			i := k
			if n > samples {
				i = rng.Uint64() % n
			}
			q := v.unpermute(i)
			if k%8 == 0 { // before the first turn
				q.anchor = 0
			}
			if got, want := w.test.wins(q), w.winsPlainly(q); got != want {
				t.Fatalf("%s: wins now = %v, want %v\n%s", v.Text(q), got, want, v.Board(q))
			}
		}
	}
}
