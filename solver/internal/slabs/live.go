package slabs

import (
	"context"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// live has the live slabs: those with a stored position that is not won at once.
type live struct {
	slabs  []uint32 // their numbers, in the order of solving
	place  []uint32 // their places in Order
	number []int32  // by number of any slab: its place in slabs, or its twin's, or -1
	part   []int    // by part of the table: the place of its first live slab; one more at the end

	dead Counts // stored positions of the slabs that are not live: all are won at once
}

// classify finds the live slabs. Each run does it again: that takes one look at each slab.
func (r *run) classify(ctx context.Context) error {
	order := r.slabs.Order()
	live, stored := make([]bool, len(order)), make([]uint32, len(order))
	counter := r.beginStep(progress.LiveSlabs, len(order))
	err := r.each(ctx, (len(order)+63)/64, func(_ context.Context, w *worker, unit int) error {
		for n := unit * 64; n < min(unit*64+64, len(order)); n++ {
			live[n], stored[n] = w.look(order[n])
			counter.Done()
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.live.number = make([]int32, r.slabs.Numbers())
	for i := range r.live.number {
		r.live.number[i] = -1
	}
	n := 0
	for _, part := range r.slabs.Parts() {
		r.live.part = append(r.live.part, len(r.live.slabs))
		for range part.Slabs {
			if live[n] {
				r.live.number[order[n]] = int32(len(r.live.slabs))
				r.live.slabs = append(r.live.slabs, order[n])
				r.live.place = append(r.live.place, uint32(n))
			} else {
				r.live.dead.Stored += uint64(stored[n])
			}
			n++
		}
	}
	r.live.part = append(r.live.part, len(r.live.slabs))
	for slab := range r.slabs.Numbers() {
		if twin, ok := r.slabs.Twin(slab); ok {
			r.live.number[slab] = r.live.number[twin]
		}
	}
	return nil
}

// look reports whether a slab is live, and returns the number of its stored positions.
func (w *worker) look(slab uint32) (live bool, stored uint32) {
	w.scratch.Enter(slab)
	w.scratch.Stored(w.a)
	if stored = uint32(fast.Count(w.a)); stored == 0 {
		return false, 0
	}
	w.scratch.Marks(w.b, w.c)
	w.scratch.Dilate(w.b, w.b)
	return subtract(w.a, w.b), stored
}

// worker is the memory of one goroutine.
type worker struct {
	*run
	scratch    fast.SlabScratch
	a, b, c, d []uint64 // bitmaps of a slab
	chunk      []uint64 // bitmaps of the slabs of a chunk
	touched    []bool   // by place in the chunk
	sender     *sender
	links      []uint64
	counts     []uint8
	list       []uint32
	read       buffer // of the log
	values     []byte
	indices    []uint64
}

// set returns the bitmap of a slab by its place in the chunk.
func (w *worker) set(place int) []uint64 { return w.chunk[place*w.words : (place+1)*w.words] }

// each calls f for the units 0 to n-1, each with a worker.
func (r *run) each(ctx context.Context, n int, f func(ctx context.Context, w *worker, unit int) error) error {
	return pool.Each(ctx, len(r.workers), n, func(ctx context.Context, worker, unit int) error {
		return f(ctx, r.workers[worker], unit)
	})
}
