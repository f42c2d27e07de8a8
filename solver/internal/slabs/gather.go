package slabs

import (
	"context"

	"github.com/foregone-db/foregone/solver/internal/progress"
)

// frontier sends the unlinks of the stored positions of a remoteness.
func (r *run) frontier(remoteness int) sending {
	return func(w *worker, chunk, from, to int) error {
		first, _ := r.span(chunk)
		return r.log.each(remoteness, chunk, &w.read, func(place int, configurations []uint32) error {
			w.enterStored(first+place, configurations)
			w.sendUnlinks(w.b, from, to)
			return nil
		})
	}
}

// enterStored enters a live slab and stores in w.b those of its configurations that are stored
// positions.
func (w *worker) enterStored(n int, configurations []uint32) {
	w.scratch.Enter(w.live.slabs[n])
	w.scratch.Reach(w.a)
	clear(w.b)
	insert(w.b, configurations)
	for i, stored := range w.a {
		w.b[i] &= stored
	}
}

// sendUnlinks sends the unlinks of a set of the present slab.
func (w *worker) sendUnlinks(set []uint64, from, to int) {
	w.links = w.scratch.AppendUnlinks(w.links[:0], set, w.live.number, from, to)
	w.sender.send(w.links, w.plan.shift)
}

// gatherSets gathers links that lead to live slabs, and calls use for each chunk of these
// from the first on. During the call w.chunk holds the sets, which use may change, and
// w.touched marks the slabs whose set is not empty.
func (r *run) gatherSets(ctx context.Context, name progress.StepName, sources uint64, first int, send sending, use func(w *worker, chunk int) error) error {
	g := gathering{
		name: name, sources: sources, first: first, send: send,
		to: targets{place: r.live.place, shift: r.plan.shift},
		use: func(w *worker, chunk int) error {
			w.receive(chunk)
			err := use(w, chunk)
			for place, touched := range w.touched {
				if touched {
					clear(w.set(place))
					w.touched[place] = false
				}
			}
			return err
		},
	}
	return r.gather(ctx, g)
}

// gathering makes every chunk of live slabs send its unlinks, and every chunk of the targets use
// the records it receives, in rounds that fit into memory.
type gathering struct {
	name    progress.StepName
	sources uint64 // positions to unlink, approximately
	to      targets
	first   int // the first chunk of the targets to gather for
	send    sending
	use     func(w *worker, chunk int) error // a chunk of the targets
	ended   func(chunk int) error            // called after a round; the chunks below this one are done; may be nil
}

// sending sends the unlinks of a chunk that lead to slabs at places from ≤ place < to.
type sending func(w *worker, chunk, from, to int) error

// targets are slabs that links lead to, in chunks.
type targets struct {
	place []uint32 // in Order, ascending
	shift uint     // log2 of the slabs in a chunk
}

func (t targets) chunks() int { return chunks(len(t.place), t.shift) }

// places returns the places in Order that the chunks low to high are among.
func (t targets) places(low, high int) (from, to int) {
	if high<<t.shift < len(t.place) {
		return int(t.place[low<<t.shift]), int(t.place[high<<t.shift])
	}
	return int(t.place[low<<t.shift]), int(t.place[len(t.place)-1]) + 1
}

func (r *run) gather(ctx context.Context, g gathering) error {
	room := float64(r.plan.exchange*2) * 0.8
	chunks := g.to.chunks()
	for low := g.first; low < chunks; {
		share := room / (float64(g.sources+1) * r.factor)
		high := min(chunks, low+max(1, int(share*float64(chunks))))
		r.x.begin(low, high)
		from, to := g.to.places(low, high)
		counter := r.begin(g.name+", sending", r.plan.chunks)
		err := r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
			defer counter.Done()
			return g.send(w, chunk, from, to)
		})
		for _, w := range r.workers {
			w.sender.flush()
		}
		if err != nil {
			return err
		}
		high = int(r.x.high.Load())
		if records := r.x.records(); g.sources > 1<<20 && records > 0 {
			r.factor = max(0.1, float64(records)/float64(g.sources)*float64(chunks)/float64(high-low))
		}
		counter = r.begin(g.name, high-low)
		err = r.each(ctx, high-low, func(_ context.Context, w *worker, unit int) error {
			defer counter.Done()
			if r.log.backwards() {
				return g.use(w, high-1-unit)
			}
			return g.use(w, low+unit)
		})
		if err != nil {
			return err
		}
		if g.ended != nil {
			if err := g.ended(high); err != nil {
				return err
			}
		}
		low = high
	}
	r.x.shrink()
	return nil
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
