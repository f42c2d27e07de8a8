package proof

import (
	"fmt"
	"slices"
)

// waiter is a place whose rank is being found.
type waiter struct {
	holder bool
	spot   *spot
	from   []int // the waiters with edges that stay and lead here
	open   int   // of the other player: the edges that stay and lead to places without a rank
	rank   int   // so far; of the other player, a lower bound from the edges that stay
	done   bool
}

// rank finds the rank of a place: the number of turns in which the holder of a positive claim can
// force points, a higher claim or the end of the game, against the longest delay. By retrograde
// analysis it ranks all places reachable by edges that stay. It starts from those where the holder
// has another edge, or the other player has none. It deletes the holder's edges that lead no nearer.
func (g *graph) rank(at int32) error {
	first, err := g.raw(at)
	if err != nil {
		return err
	}
	list, numbers := []waiter{{holder: g.places[at].holder(), spot: first}}, map[int32]int{at: 0}
	var ready []int
	for n := 0; n < len(list); n++ {
		if err := g.settle(&list[n]); err != nil {
			return err
		}
		if list[n].done {
			ready = append(ready, n)
			continue
		}
		for _, e := range list[n].spot.edges {
			next, err := g.raw(e.to)
			if err != nil {
				return err
			}
			if next.ranked || next.over || !e.stays(list[n].spot.claim) {
				continue
			}
			to, ok := numbers[e.to]
			if !ok {
				to = len(list)
				numbers[e.to] = to
				list = append(list, waiter{holder: g.places[e.to].holder(), spot: next})
			}
			list[to].from = append(list[to].from, n)
		}
	}
	for i := 0; i < len(ready); i++ {
		done := &list[ready[i]]
		done.spot.rank, done.spot.ranked = done.rank, true
		for _, n := range done.from {
			if list[n].reached(done.rank) {
				ready = append(ready, n)
			}
		}
	}
	if len(ready) < len(list) {
		return fmt.Errorf("the table contradicts itself at %s: the other player can delay the points for ever", g.game.Text(g.position(g.places[at])))
	}
	for _, w := range list {
		if w.holder {
			w.spot.edges = slices.DeleteFunc(w.spot.edges, func(e edge) bool {
				next := g.spots[e.to]
				return e.stays(w.spot.claim) && !next.over && (!next.ranked || next.rank >= w.spot.rank)
			})
		}
	}
	return nil
}

// settle reports in done whether the known ranks decide the rank of a place. Otherwise it counts
// the edges whose ranks are missing.
func (g *graph) settle(w *waiter) error {
	least := -1
	for _, e := range w.spot.edges {
		next, err := g.raw(e.to)
		if err != nil {
			return err
		}
		switch stays := e.stays(w.spot.claim) && !next.over; {
		case !stays && w.holder:
			least = 0
		case !stays:
		case !next.ranked:
			w.open++
		case w.holder && (least < 0 || next.rank+1 < least):
			least = next.rank + 1
		case !w.holder:
			w.rank = max(w.rank, next.rank+1)
		}
	}
	if w.holder {
		w.done, w.rank = least >= 0, least
	} else {
		w.done = w.open == 0
	}
	return nil
}

// reached updates a waiter with the rank of one of its edges, and reports whether this decides its
// own rank. For the holder the first rank decides, for the other player the last one.
func (w *waiter) reached(rank int) bool {
	if w.done {
		return false
	}
	if w.open--; w.holder {
		w.done, w.rank = true, rank+1
	} else {
		w.done, w.rank = w.open == 0, max(w.rank, rank+1)
	}
	return w.done
}
