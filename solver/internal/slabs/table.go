package slabs

import (
	"context"
	"errors"
	"unsafe"

	"github.com/foregone-db/foregone/engine/fast"
)

// Values calls write with the values of all positions, in order of their indices. It may be
// called once. write must not keep the slice.
func (s *Solution) Values(ctx context.Context, write func(values []byte) error) (err error) {
	r := s.run
	for _, w := range r.workers {
		w.values = make([]byte, 64*r.words<<r.plan.shift)
		w.chunk = make([]uint64, r.words<<r.plan.shift)
	}
	won, window, err := s.makeRoom(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, won.discard()) }()
	arena, err := newArena((window+7)/8, true)
	if err != nil {
		return err
	}
	defer freeArena(arena)
	buffer := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(arena))), window)
	for p, part := range r.slabs.Parts() {
		for first := part.First; first < part.First+part.Size; first += window {
			values := buffer[:min(window, part.First+part.Size-first)]
			if err := s.fill(ctx, values, first, p, won); err != nil {
				return err
			}
			if err := write(values); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeRoom returns the final won sets and the number of values of the table to hold in memory:
// all of the largest part, if possible. If memory does not hold both, it moves the sets into a
// file.
func (s *Solution) makeRoom(ctx context.Context) (won *bitmaps, window uint64, err error) {
	r := s.run
	for _, part := range r.slabs.Parts() {
		window = max(window, part.Size)
	}
	rest := uint64(len(r.workers)) * uint64(72*r.words) << r.plan.shift
	if uint64(len(s.won))*8+window+rest <= r.options.Memory {
		won = &bitmaps{words: r.words, memory: s.won}
		s.won = nil
		return won, window, nil
	}
	if won, err = newBitmaps(len(r.live.slabs), r.words, false, r.options.Dir); err != nil {
		return nil, 0, err
	}
	err = r.each(ctx, r.plan.chunks, func(_ context.Context, _ *worker, chunk int) error {
		first, n := r.span(chunk)
		return won.write(s.won[first*r.words:(first+n)*r.words], first)
	})
	if err != nil {
		return nil, 0, errors.Join(err, won.discard())
	}
	freeArena(s.won)
	s.won = nil
	return won, min(window, max(r.options.Memory-min(rest, r.options.Memory), 64<<20)), nil
}

// fill stores in values the values of the positions from first on, all in one part of the table.
func (s *Solution) fill(ctx context.Context, values []byte, first uint64, part int, won *bitmaps) error {
	const run = 64 << 20
	r := s.run
	err := r.each(ctx, (len(values)+run-1)/run, func(_ context.Context, _ *worker, unit int) error {
		piece := values[unit*run : min((unit+1)*run, len(values))]
		for i := range piece {
			piece[i] = 2 // won at once
		}
		return nil
	})
	if err != nil {
		return err
	}
	from, to := r.live.part[part], r.live.part[part+1]
	if from == to {
		return nil
	}
	firstChunk := from >> r.plan.shift
	chunks := (to-1)>>r.plan.shift - firstChunk + 1
	return r.each(ctx, chunks, func(_ context.Context, w *worker, unit int) error {
		return w.fillChunk(values, first, firstChunk+unit, from, to, won)
	})
}

// fillChunk stores the values of the live slabs from ≤ slab < to of a chunk.
func (w *worker) fillChunk(values []byte, first uint64, chunk, from, to int, won *bitmaps) error {
	start, n := w.span(chunk)
	clear(w.values)
	clear(w.chunk) // the decided configurations
	for remoteness := range w.log.ends {
		err := w.log.each(remoteness, chunk, &w.read, func(place int, configurations []uint32) error {
			of := w.valuesOf(place)
			for _, c := range configurations {
				of[c] = byte(remoteness + 1)
			}
			insert(w.set(place), configurations)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for slab := max(start, from); slab < min(start+n, to); slab++ {
		place := slab - start
		if err := won.read(w.b, slab); err != nil {
			return err
		}
		w.scratch.Enter(w.live.slabs[slab])
		w.scratch.Stored(w.a)
		for i, decided := range w.set(place) {
			w.a[i] &= decided | ^w.b[i]
		}
		w.indices = w.scratch.AppendIndices(w.indices[:0], w.a)
		w.list = fast.AppendPlaces(w.list[:0], w.a)
		of := w.valuesOf(place)
		for k, i := range w.indices {
			if i-first < uint64(len(values)) {
				values[i-first] = of[w.list[k]]
			}
		}
	}
	return nil
}

// valuesOf returns the values of a slab's configurations by its place in the chunk.
func (w *worker) valuesOf(place int) []byte {
	return w.values[64*w.words*place : 64*w.words*(place+1)]
}
