package slabs

import (
	"context"
	"slices"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/parts"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// loseAtOnce finds the configurations that cannot be rearranged into one with a link.
func (w *worker) loseAtOnce(chunk int) (res parts.Result, err error) {
	first, n := w.span(chunk)
	before := -1
	for place := range n {
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Marks(w.a, w.b)
		w.scratch.Dilate(w.a, w.b)
		w.scratch.Fill(w.b)
		if subtract(w.b, w.a) {
			w.add(&res, place, before, w.b)
			before = place
		}
	}
	return res, nil
}

// winAtOnce finds the configurations that can be rearranged into one with a link that wins, or
// with a link to a position lost at once. Each run does it again.
func (h *whole) winAtOnce(ctx context.Context) error {
	if len(h.log.ends) == 1 {
		if err := h.log.beginPhase(); err != nil {
			return err
		}
	}
	found := make([]Counts, h.plan.chunks)
	err := h.gather(ctx, progress.WonAtOnce, h.log.ends[0].Stored, 0, h.frontier(0), func(w *worker, chunk int) error {
		found[chunk] = w.winChunkAtOnce(chunk)
		return nil
	})
	if err != nil {
		return err
	}
	if len(h.log.ends) != 1 {
		return nil
	}
	wins := h.live.dead
	for _, n := range found {
		wins.Add(n)
	}
	return h.finish(wins)
}

// winChunkAtOnce finds and counts the configurations of a chunk that can be rearranged into one with a link that
// wins, or into one in the sets of the chunk.
func (w *worker) winChunkAtOnce(chunk int) (found Counts) {
	first, n := w.span(chunk)
	for place := range n {
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Marks(w.a, w.b)
		unite(w.a, w.set(place))
		won := w.state.wonOf(first + place)
		w.scratch.Dilate(won, w.a)
		w.scratch.Stored(w.b)
		found.Add(count(won, w.b))
	}
	return found
}

// findOpen finds the configurations with a link to a position that is not known to be won.
func (h *whole) findOpen(ctx context.Context) error {
	undecided := uint64(0)
	for _, part := range h.slabs.Parts() {
		undecided += part.Size
	}
	for remoteness := 1; remoteness < len(h.log.ends); remoteness += 2 {
		undecided -= h.log.ends[remoteness].Stored
	}
	return h.gather(ctx, progress.OpenConfigurations, undecided, 0, (*worker).unlinkUndecided, func(w *worker, chunk int) error {
		first, n := h.span(chunk)
		return h.open.write(w.chunk[:n*h.words], first)
	})
}

// loseFirst finds the configurations lost in two plies: those that are not won and that no
// rearrangement turns into an open one.
func (w *worker) loseFirst(chunk int) (res parts.Result, err error) {
	first, n := w.span(chunk)
	if err := w.state.readOpen(w.chunk[:n*w.words], first); err != nil {
		return res, err
	}
	defer clear(w.chunk)
	lost := map[int][]uint32{}
	if err := w.state.eachLost(chunk, &w.read, func(place int, configurations []uint32) error {
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
		for _, c := range lost[place] {
			w.b[c/64] &^= 1 << (c % 64)
		}
		subtract(w.b, w.state.wonOf(first+place))
		if subtract(w.b, w.a) {
			w.add(&res, place, before, w.b)
			before = place
		}
	}
	return res, nil
}

// win finds and keeps the new wins: the configurations that can be rearranged into those of the sets of the chunk,
// which link to a loss. It changes the sets.
func (w *worker) win(chunk int) (res parts.Result) {
	first, _ := w.span(chunk)
	before := -1
	for place, touched := range w.touched {
		if !touched {
			continue
		}
		set, won := w.set(place), w.state.wonOf(first+place)
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Dilate(set, set)
		if subtract(set, won) {
			w.add(&res, place, before, set)
			unite(won, set)
			before = place
		}
	}
	return res
}

// lose closes the configurations in the sets of the chunk whose links all lead to wins, and finds
// the losses that follow.
func (w *worker) lose(chunk int) (res parts.Result, err error) {
	first, _ := w.span(chunk)
	before := -1
	for place, touched := range w.touched {
		if !touched {
			continue
		}
		n := first + place
		w.scratch.Enter(w.live.slabs[n])
		set := w.set(place)
		if any, err := w.state.close(w, n, set); err != nil {
			return res, err
		} else if !any {
			continue
		}
		w.scratch.Dilate(w.a, set)
		if !subtract(w.a, w.state.wonOf(n)) {
			continue
		}
		w.scratch.Dilate(w.b, w.b)
		if subtract(w.a, w.b) {
			w.add(&res, place, before, w.a)
			before = place
		}
	}
	return res, nil
}

// close implements [state].
func (h *whole) close(w *worker, slab int, set []uint64) (any bool, err error) {
	if !h.closeSet(w, set) {
		return false, nil
	}
	if err := h.open.read(w.b, slab); err != nil {
		return true, err
	}
	subtract(w.b, set)
	return true, h.open.writeSome(w.b, set, slab)
}

// closeSet removes from a set of the current slab the configurations with a link to a position that
// is not won, and reports whether any is left.
func (h *whole) closeSet(w *worker, set []uint64) bool {
	w.list = fast.AppendPlaces(w.list[:0], set)
	w.links, w.counts = w.scratch.AppendLinks(w.links[:0], w.counts[:0], w.list, w.live.number)
	won, words := h.won, uint64(w.words)
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
