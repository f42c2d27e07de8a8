package slabs

import (
	"context"

	"github.com/foregone-db/foregone/solver/internal/progress"
)

// sending sends the unlinks of a chunk that lead to slabs at places from ≤ place < to.
type sending func(w *worker, chunk, from, to int) error

// frontier sends the unlinks of the stored positions of a remoteness.
func (r *run) frontier(remoteness int) sending {
	return func(w *worker, chunk, from, to int) error {
		return r.log.each(remoteness, chunk, &w.read, w.unlinker(chunk, from, to))
	}
}

// unlinker returns a function that sends the unlinks of the stored positions among some configurations of a slab,
// by its place in a chunk.
func (w *worker) unlinker(chunk, from, to int) func(place int, configurations []uint32) error {
	first, _ := w.span(chunk)
	return func(place int, configurations []uint32) error {
		w.scratch.Enter(w.live.slabs[first+place])
		w.scratch.Stored(w.a)
		clear(w.b)
		insert(w.b, configurations)
		for i, stored := range w.a {
			w.b[i] &= stored
		}
		w.links = w.scratch.AppendUnlinks(w.links[:0], w.b, w.live.number, from, to)
		w.send(w.links)
		return nil
	}
}

// unlinkUndecided sends the unlinks of the stored positions of a chunk that are not known to be won.
func (w *worker) unlinkUndecided(chunk, from, to int) error {
	first, n := w.span(chunk)
	for slab := first; slab < first+n; slab++ {
		w.scratch.Enter(w.live.slabs[slab])
		w.scratch.Stored(w.a)
		if subtract(w.a, w.state.wonOf(slab)) {
			w.links = w.scratch.AppendUnlinks(w.links[:0], w.a, w.live.number, from, to)
			w.send(w.links)
		}
	}
	return nil
}

// gather makes every chunk send its unlinks, and calls use for each chunk from first on, in rounds
// that fit into memory. sources is about the number of configurations to unlink. During the call
// w.chunk holds the sets of configurations that the chunk received, which use may change, and
// w.touched marks the slabs whose set is not empty.
func (h *whole) gather(ctx context.Context, name progress.StepName, sources uint64, first int, send sending, use func(w *worker, chunk int) error) error {
	room := float64(h.plan.exchange*2) * 0.8
	chunks := h.plan.chunks
	for low := first; low < chunks; {
		share := room / (float64(sources+1) * h.factor)
		high := min(chunks, low+max(1, int(share*float64(chunks))))
		h.x.beginRound(low, high)
		from, to := h.places(low, high)
		counter := h.beginStep(name+", sending", chunks)
		err := h.each(ctx, chunks, func(_ context.Context, w *worker, chunk int) error {
			defer counter.Done()
			return send(w, chunk, from, to)
		})
		h.x.flush()
		if err != nil {
			return err
		}
		high = int(h.x.high.Load())
		if records := h.x.records(); sources > 1<<20 && records > 0 {
			h.factor = max(0.1, float64(records)/float64(sources)*float64(chunks)/float64(high-low))
		}
		counter = h.beginStep(name, high-low)
		err = h.each(ctx, high-low, func(_ context.Context, w *worker, unit int) error {
			defer counter.Done()
			chunk := low + unit
			if h.log.backwards() {
				chunk = high - 1 - unit
			}
			h.receive(w, chunk)
			defer w.clearTouched()
			return use(w, chunk)
		})
		if err != nil {
			return err
		}
		low = high
	}
	if h.x.records()*4 < uint64(len(h.x.memory)*8)/4 { // the last round used little of the memory: the system gets it
		h.x.beginRound(0, 0)
		clearArena(h.x.memory)
	}
	return nil
}

// places returns the range of places in Order that holds the slabs of the chunks low to high.
func (r *run) places(low, high int) (from, to int) {
	place := r.live.place
	to = int(place[len(place)-1]) + 1
	if high<<r.plan.shift < len(place) {
		to = int(place[high<<r.plan.shift])
	}
	return int(place[low<<r.plan.shift]), to
}

// receive puts the records of a chunk into w.chunk.
func (h *whole) receive(w *worker, chunk int) {
	mask := uint32(1)<<w.plan.confBits - 1
	h.x.each(chunk, func(records []uint32) {
		for _, record := range records {
			place, conf := record>>w.plan.confBits, record&mask
			w.chunk[int(place)*w.words+int(conf>>6)] |= 1 << (conf & 63)
			w.touched[place] = true
		}
	})
}

// clearTouched clears w.chunk and w.touched.
func (w *worker) clearTouched() {
	for place, touched := range w.touched {
		if touched {
			clear(w.set(place))
			w.touched[place] = false
		}
	}
}
