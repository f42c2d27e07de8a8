package slabs

import (
	"context"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/solver/internal/parts"
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
	live := make([]byte, len(order))
	var dead atomic.Uint64
	counter := r.beginStep(progress.LiveSlabs, chunks(len(order), lookShift))
	err := r.each(ctx, chunks(len(order), lookShift), func(_ context.Context, w *worker, unit int) error {
		defer counter.Done()
		dead.Add(w.lookAt(order, live, unit))
		return nil
	})
	if err != nil {
		return err
	}
	r.live.dead.Stored = dead.Load()
	r.keepLive(live)
	return nil
}

// lookShift is log2 of the slabs that a worker looks at in one go.
const lookShift = 6

// lookAt marks which of a unit of some slabs are live, by 1. It returns the number of stored positions of its others.
func (w *worker) lookAt(slabs []uint32, live []byte, unit int) (dead uint64) {
	for n := unit << lookShift; n < min((unit+1)<<lookShift, len(slabs)); n++ {
		if alive, stored := w.look(slabs[n]); alive {
			live[n] = 1
		} else {
			dead += uint64(stored)
		}
	}
	return dead
}

// keepLive numbers the live slabs, by place in Order.
func (r *run) keepLive(live []byte) {
	order := r.slabs.Order()
	r.live.number = make([]int32, r.slabs.Numbers())
	for i := range r.live.number {
		r.live.number[i] = -1
	}
	n := 0
	for _, part := range r.slabs.Parts() {
		r.live.part = append(r.live.part, len(r.live.slabs))
		for range part.Slabs {
			if live[n] != 0 {
				r.live.number[order[n]] = int32(len(r.live.slabs))
				r.live.slabs = append(r.live.slabs, order[n])
				r.live.place = append(r.live.place, uint32(n))
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
	a, b, c, d []uint64             // bitmaps of a slab
	chunk      []uint64             // bitmaps of the slabs of a chunk
	touched    []bool               // by place in the chunk
	send       func(links []uint64) // takes links (live slab << 32 | configuration), which it must not keep
	links      []uint64
	counts     []uint8
	list       []uint32
	read       parts.Buffer // of the log
	state      state        // of the slabs that a task works on
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
