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
		first, _ := r.span(chunk)
		return r.log.each(remoteness, chunk, &w.read, func(place int, configurations []uint32) error {
			w.scratch.Enter(w.live.slabs[first+place])
			w.scratch.Stored(w.a)
			clear(w.b)
			insert(w.b, configurations)
			for i, stored := range w.a {
				w.b[i] &= stored
			}
			w.sendUnlinks(w.b, from, to)
			return nil
		})
	}
}

// sendUnlinks sends the unlinks of a set of the current slab.
func (w *worker) sendUnlinks(set []uint64, from, to int) {
	w.links = w.scratch.AppendUnlinks(w.links[:0], set, w.live.number, from, to)
	w.sender.send(w.links, w.plan.shift)
}

// gather makes every chunk send its unlinks, and calls use for each chunk from first on, in rounds
// that fit into memory. sources is about the number of configurations to unlink. During the call
// w.chunk holds the sets of configurations that the chunk received, which use may change, and
// w.touched marks the slabs whose set is not empty.
func (r *run) gather(ctx context.Context, name progress.StepName, sources uint64, first int, send sending, use func(w *worker, chunk int) error) error {
	room := float64(r.plan.exchange*2) * 0.8
	chunks := r.plan.chunks
	for low := first; low < chunks; {
		share := room / (float64(sources+1) * r.factor)
		high := min(chunks, low+max(1, int(share*float64(chunks))))
		r.x.beginRound(low, high)
		from, to := r.places(low, high)
		counter := r.beginStep(name+", sending", chunks)
		err := r.each(ctx, chunks, func(_ context.Context, w *worker, chunk int) error {
			defer counter.Done()
			return send(w, chunk, from, to)
		})
		for _, w := range r.workers {
			w.sender.flush()
		}
		if err != nil {
			return err
		}
		high = int(r.x.high.Load())
		if records := r.x.records(); sources > 1<<20 && records > 0 {
			r.factor = max(0.1, float64(records)/float64(sources)*float64(chunks)/float64(high-low))
		}
		counter = r.beginStep(name, high-low)
		err = r.each(ctx, high-low, func(_ context.Context, w *worker, unit int) error {
			defer counter.Done()
			chunk := low + unit
			if r.log.backwards() {
				chunk = high - 1 - unit
			}
			w.receive(chunk)
			defer w.clearTouched()
			return use(w, chunk)
		})
		if err != nil {
			return err
		}
		low = high
	}
	r.x.shrink()
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
func (w *worker) receive(chunk int) {
	mask := uint32(1)<<w.plan.confBits - 1
	w.x.each(chunk, func(records []uint32) {
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
