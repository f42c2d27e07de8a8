package solver

import (
	"context"
	"math/bits"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/kv"
)

// syncEvery is how long a committed chunk may wait for the disk.
const syncEvery = time.Second

// commitInTime commits a batch, and waits for the disk when that has not happened
// for a while: small phases would do little else.
func (r *run) commitInTime(batch *kv.Batch) error {
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
		if s.spilling {
			return s.commitSpilled(w, phase, chunk, nil)
		}
		return s.commit(w, phase, chunk, s.words(s.found, chunk))
	})
}

// commit adds the seeds of a chunk to what was found there, takes out what is
// decided or must wait, and stores the result.
func (s *sliceRun) commit(w *worker, phase, chunk int, found []uint64) error {
	batch := s.store.NewBatch()
	defer batch.Close()
	seeded, err := s.seeds(batch, phase, chunk, found, nil)
	if err != nil {
		return err
	}
	won, lost := s.words(s.won.Words(), chunk), s.words(s.lost.Words(), chunk)
	for k := range found {
		found[k] &^= lost[k]
		if phase != 1 { // wins known before that phase are of that phase
			found[k] &^= won[k]
		}
	}
	delayed, err := s.delay(w, batch, phase, chunk, found, seeded)
	if err != nil {
		return err
	}
	return s.keep(batch, phase, chunk, found, seeded != nil || delayed)
}

// seeds adds the seeds of a chunk for a phase to found and removes them from the
// store. Those for which refuse is true are left out. It returns what it added, nil
// where there were none.
func (s *sliceRun) seeds(batch *kv.Batch, phase, chunk int, found []uint64, refuse func(offset uint32) bool) (*roaring.Bitmap, error) {
	key := s.key(kv.Seeds, phase, chunk)
	b, ok, err := s.store.Get(key)
	if err != nil || !ok {
		return nil, err
	}
	batch.Delete(key)
	for it := b.Iterator(); it.HasNext(); {
		o := it.Next()
		if refuse == nil || !refuse(o) {
			found[o>>6] |= 1 << (o & 63)
		}
	}
	return b, nil
}

// delay takes the losses out of found that an exit delays and seeds the phase they
// belong to. Where all moves within the slice are lost, the exact remoteness is the
// greatest over all moves.
func (s *sliceRun) delay(w *worker, batch *kv.Batch, phase, chunk int, found []uint64, seeded *roaring.Bitmap) (bool, error) {
	if phase%2 == 1 || len(s.slice.Exits) == 0 {
		return false, nil
	}
	first, _ := s.span(chunk)
	later := map[int]*roaring.Bitmap{}
	for k := range found {
		for word := found[k]; word != 0; word &= word - 1 {
			offset := uint32(k<<6 + bits.TrailingZeros64(word))
			if seeded != nil && seeded.Contains(offset) {
				continue
			}
			w.indices, _ = w.scratch.AppendSuccessors(w.indices[:0], first+uint64(offset))
			due := phase
			for _, j := range w.indices {
				if j-s.slice.First >= s.slice.Size {
					plies, _ := s.game.Kind().Plies(s.exit(w, j))
					due = max(due, plies+1)
				}
			}
			if due > phase {
				found[k] &^= word & -word
				if later[due] == nil {
					later[due] = roaring.New()
				}
				later[due].Add(offset)
			}
		}
	}
	for due, b := range later {
		key := s.key(kv.Seeds, due, chunk)
		if old, ok, err := s.store.Get(key); err != nil {
			return false, err
		} else if ok {
			b.Or(old)
		}
		batch.Set(key, b)
	}
	return len(later) > 0, nil
}

// keep stores what a phase decided in a chunk, and what batch holds besides if
// changed. A chunk with nothing new leaves no
// record: it costs nothing to find that again.
func (s *sliceRun) keep(batch *kv.Batch, phase, chunk int, found []uint64, changed bool) error {
	var n uint64
	for _, w := range found {
		n += uint64(bits.OnesCount64(w))
	}
	switch {
	case n > 0 || s.spilling: // counters on disk must not take the same wins twice
		batch.Set(s.key(kv.Frontier, phase, chunk), roaring.FromDense(found, true))
	case !changed:
		return nil
	}
	commit := batch.Commit
	if !s.spilling {
		commit = func() error { return s.commitInTime(batch) }
	}
	if err := commit(); err != nil {
		return err
	}
	s.mu.Lock()
	s.newest += n
	s.mu.Unlock()
	return nil
}
