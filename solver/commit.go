package solver

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/store"
)

// syncEvery is how long a committed chunk may wait for the disk.
const syncEvery = time.Second

// commitInTime commits a batch, and waits for the disk when that has not happened
// for a while: small phases would do little else.
func (r *run) commitInTime(batch *store.Batch) error {
	r.mu.Lock()
	due := time.Since(r.synced) > syncEvery
	if due {
		r.synced = time.Now()
	}
	r.mu.Unlock()
	if due {
		return batch.Commit()
	}
	return batch.CommitSoon()
}

// commitAll commits what is found in the chunks that are not done.
func (s *sliceRun) commitAll(ctx context.Context, phase int, done []bool) error {
	return s.crew.each(ctx, s.chunks, func(_ context.Context, w *worker, chunk int) error {
		if done[chunk] {
			return nil
		}
		return s.commit(w, phase, chunk, s.words(s.found, chunk))
	})
}

// commit adds the seeds of a chunk to what was found there, takes out what is
// decided or must wait, and stores the result.
func (s *sliceRun) commit(w *worker, phase, chunk int, found []uint64) error {
	batch := s.store.NewBatch()
	defer batch.Close()
	won, lost := s.words(s.won.Words(), chunk), s.words(s.lost.Words(), chunk)
	if phase%2 == 0 && s.waiting != nil {
		first, _ := s.span(chunk)
		waiting := s.words(s.waiting.Words(), chunk)
		waits, _, err := s.store.Get(s.key(store.Waits, phase, chunk))
		if err != nil {
			return err
		}
		if waits != nil {
			eachOffset(waits, func(o uint32) {
				waiting[o>>6] &^= 1 << (o & 63)
				if (won[o>>6]|lost[o>>6])>>(o&63)&1 == 0 && s.noneLeft(w, first+uint64(o)) {
					found[o>>6] |= 1 << (o & 63)
				}
			})
		}
		for k := range found {
			found[k] &^= waiting[k]
		}
	}
	seeded, err := s.seeds(batch, phase, chunk, found)
	if err != nil {
		return err
	}
	for k := range found {
		found[k] &^= lost[k]
		if phase != 1 { // wins known before that phase are of that phase
			found[k] &^= won[k]
		}
	}
	return s.keep(batch, phase, chunk, found, seeded)
}

// noneLeft reports whether no successor of an undecided position is left that the
// opponent has not won.
func (s *sliceRun) noneLeft(w *worker, i uint64) bool {
	if s.counters != nil {
		return s.counters.decided(i - s.slice.First)
	}
	return s.allWon(w, i, true)
}

// seeds adds the seeds of a chunk for a phase to found and removes them from the
// store. It reports whether there were any.
func (s *sliceRun) seeds(batch *store.Batch, phase, chunk int, found []uint64) (bool, error) {
	key := s.key(store.Seeds, phase, chunk)
	b, ok, err := s.store.Get(key)
	if err != nil || !ok {
		return false, err
	}
	batch.Delete(key)
	eachOffset(b, func(o uint32) { found[o>>6] |= 1 << (o & 63) })
	return true, nil
}

// reloadWaits puts what waits for any phase into waiting.
func (s *sliceRun) reloadWaits() error {
	last, err := s.latest(store.Waits)
	for phase := 0; phase <= last && err == nil; phase++ {
		err = s.reloadSet(s.waiting, store.Waits, phase)
	}
	return err
}

// awake ends the wait of what waits for a phase, in the chunks that are done, or in
// all where done is nil.
func (s *sliceRun) awake(phase int, done []bool) error {
	if s.waiting == nil {
		return nil
	}
	return s.store.Each(store.Waits, s.number, phase, func(chunk int, b *roaring.Bitmap) error {
		if done == nil || done[chunk] {
			waiting := s.words(s.waiting.Words(), chunk)
			eachOffset(b, func(o uint32) { waiting[o>>6] &^= 1 << (o & 63) })
		}
		return nil
	})
}

// keep stores what a phase decided in a chunk, and what batch holds besides if
// changed. A chunk with nothing new leaves no
// record: it costs nothing to find that again.
func (s *sliceRun) keep(batch *store.Batch, phase, chunk int, found []uint64, changed bool) error {
	n := count(found)
	switch {
	case n > 0:
		batch.Set(s.key(store.Frontier, phase, chunk), roaring.FromDense(found, true))
	case !changed:
		return nil
	}
	if err := s.commitInTime(batch); err != nil {
		return err
	}
	s.mu.Lock()
	s.newest += n
	s.mu.Unlock()
	return nil
}
