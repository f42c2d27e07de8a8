package slabs

import (
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// loseAtOnce finds the configurations that cannot be rearranged into one with a link.
func (w *worker) loseAtOnce(chunk int) (res result, err error) {
	first, n := w.span(chunk)
	before := -1
	for place := range n {
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Marks(w.a, w.b)
		w.scratch.Dilate(w.a, w.b)
		w.scratch.Fill(w.b)
		if subtract(w.b, w.a) {
			res.add(w, place, before, w.b)
			before = place
		}
	}
	return res, nil
}

// winAtOnce finds the configurations that can be rearranged into one with a link that wins, or
// with a link to a position lost at once. Each run does it again.
func (r *run) winAtOnce(ctx context.Context) error {
	if len(r.log.ends) == 1 {
		if err := r.log.beginPhase(); err != nil {
			return err
		}
	}
	found := make([]Counts, r.plan.chunks)
	err := r.gather(ctx, progress.WonAtOnce, r.log.ends[0].Stored, 0, r.frontier(0), func(w *worker, chunk int) error {
		first, n := r.span(chunk)
		for place := range n {
			w.scratch.Enter(r.live.slabs[first+place])
			w.scratch.Marks(w.a, w.b)
			unite(w.a, w.set(place))
			won := r.wonOf(first + place)
			w.scratch.Dilate(won, w.a)
			w.scratch.Stored(w.b)
			found[chunk].add(won, w.b)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(r.log.ends) != 1 {
		return nil
	}
	wins := r.live.dead
	for _, n := range found {
		wins.Stored += n.Stored
		wins.Others += n.Others
	}
	return r.finish(wins)
}

// findOpen finds the configurations with a link to a position that is not known to be won.
func (r *run) findOpen(ctx context.Context) error {
	undecided := uint64(0)
	for _, part := range r.slabs.Parts() {
		undecided += part.Size
	}
	for remoteness := 1; remoteness < len(r.log.ends); remoteness += 2 {
		undecided -= r.log.ends[remoteness].Stored
	}
	send := func(w *worker, chunk, from, to int) error {
		first, n := r.span(chunk)
		for place := range n {
			w.scratch.Enter(r.live.slabs[first+place])
			w.scratch.Stored(w.a)
			if subtract(w.a, r.wonOf(first+place)) {
				w.sendUnlinks(w.a, from, to)
			}
		}
		return nil
	}
	return r.gather(ctx, progress.OpenConfigurations, undecided, 0, send, func(w *worker, chunk int) error {
		first, n := r.span(chunk)
		return r.open.write(w.chunk[:n*r.words], first)
	})
}

// loseFirst finds the configurations lost in two plies: those that are not won and that no
// rearrangement turns into an open one.
func (w *worker) loseFirst(chunk int) (res result, err error) {
	first, n := w.span(chunk)
	if err := w.open.read(w.chunk[:n*w.words], first); err != nil {
		return res, err
	}
	defer clear(w.chunk)
	lost := map[int][]uint32{}
	if err := w.log.each(0, chunk, &w.read, func(place int, configurations []uint32) error {
		lost[place] = slices.Clone(configurations)
		return nil
	}); err != nil {
		return res, err
	}
	before := -1
	for place := range n {
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Dilate(w.a, w.set(place))
		w.scratch.Fill(w.b)
		remove(w.b, lost[place])
		subtract(w.b, w.wonOf(first+place))
		if subtract(w.b, w.a) {
			res.add(w, place, before, w.b)
			before = place
		}
	}
	return res, nil
}

// win replaces the sets of the chunk, whose configurations link to a loss, by the new wins: the
// configurations that can be rearranged into those.
func (w *worker) win(chunk int) (res result, err error) {
	first, _ := w.span(chunk)
	before := -1
	for place, touched := range w.touched {
		if !touched {
			continue
		}
		set := w.set(place)
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Dilate(set, set)
		if subtract(set, w.wonOf(first+place)) {
			res.add(w, place, before, set)
			before = place
		}
	}
	return res, nil
}

// lose closes the configurations in the sets of the chunk whose links all lead to wins, and finds
// the losses that follow.
func (w *worker) lose(chunk int) (res result, err error) {
	first, _ := w.span(chunk)
	before := -1
	for place, touched := range w.touched {
		if !touched {
			continue
		}
		n := first + place
		w.scratch.Enter(w.live.slabs[n])
		set := w.set(place)
		if !w.close(set) {
			continue
		}
		if err := w.open.read(w.b, n); err != nil {
			return res, err
		}
		subtract(w.b, set)
		if err := w.open.writeSome(w.b, set, n); err != nil {
			return res, err
		}
		w.scratch.Dilate(w.a, set)
		if !subtract(w.a, w.wonOf(n)) {
			continue
		}
		w.scratch.Dilate(w.b, w.b)
		if subtract(w.a, w.b) {
			res.add(w, place, before, w.a)
			before = place
		}
	}
	return res, nil
}

// close removes from a set of the current slab the configurations with a link to a position that
// is not won, and reports whether any is left.
func (w *worker) close(set []uint64) bool {
	w.list = fast.AppendPlaces(w.list[:0], set)
	w.links, w.counts = w.scratch.AppendLinks(w.links[:0], w.counts[:0], w.list, w.live.number)
	won, words := w.won, uint64(w.words)
	for i, l := range w.links { // independent reads, which the processor overlaps
		w.links[i] = won[l>>32*words+uint64(uint32(l))>>6] >> (l & 63) & 1
	}
	left, at := false, 0
	for i, c := range w.list {
		all := uint64(1)
		for range w.counts[i] {
			all &= w.links[at]
			at++
		}
		if all == 0 {
			set[c/64] &^= 1 << (c % 64)
		} else {
			left = true
		}
	}
	return left
}
