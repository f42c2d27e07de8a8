package solver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"os"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// A spilling run holds no working array of a slice in memory. The counters of a
// chunk lie in a file of their own: 0 where the position is decided or its loss is
// seeded, never where it cannot be lost, which includes those that are seeded as
// wins. A new file, of the next generation, is written and synced before the batch
// that makes it count is committed, and the old one is deleted after that, so that a
// crash leaves a valid one at every moment. The note of a chunk names the generation.

func (s *sliceRun) countersNote(chunk int) string {
	return fmt.Sprintf("counters/%d/%d", s.number, chunk)
}

// loadCounters returns the counters of a chunk and their generation.
func (s *sliceRun) loadCounters(chunk int) (*counters, int, error) {
	var generation int
	if ok, err := s.store.Note(s.countersNote(chunk), &generation); err != nil {
		return nil, 0, err
	} else if !ok {
		return nil, 0, fmt.Errorf("%s: the store has no counters of chunk %d of %s", s.options.Dir, chunk, s.slice.Name)
	}
	_, n := s.span(chunk)
	c, err := loadCounters(counterFile(s.scratch, s.number, chunk, generation), n, s.width)
	return c, generation, err
}

// saveCounters writes a generation of the counters of a chunk and has batch make it
// valid.
func (s *sliceRun) saveCounters(batch *kv.Batch, chunk, generation int, c *counters) error {
	if err := c.save(s.options.disk, counterFile(s.scratch, s.number, chunk, generation)); err != nil {
		return err
	}
	batch.SetNote(s.countersNote(chunk), generation)
	return nil
}

// pushBackSpilling is pushBack with updates on disk.
func (s *sliceRun) pushBackSpilling(ctx context.Context, phase int, done []bool) error {
	spill, err := newSpillSink(s.scratch, s.chunks, len(s.crew))
	if err != nil {
		return err
	}
	defer spill.close()
	if err := s.send(ctx, phase, done, spill); err != nil {
		return err
	}
	s.spilled += spill.written.Load()
	return s.crew.each(ctx, s.chunks, func(_ context.Context, w *worker, chunk int) error {
		if done[chunk] {
			return nil
		}
		return s.commitSpilled(w, phase, chunk, spill)
	})
}

// commitSpilled applies the updates of a chunk, if there are any, adds its seeds and
// stores the result.
func (s *sliceRun) commitSpilled(w *worker, phase, chunk int, spill *spillSink) error {
	batch := s.store.NewBatch()
	defer batch.Close()
	seeded, err := s.store.Has(s.key(kv.Seeds, phase, chunk))
	if err != nil {
		return err
	}
	if !seeded && (spill == nil || !spill.any(chunk)) {
		return nil
	}
	c, old, err := s.loadCounters(chunk)
	if err != nil {
		return err
	}
	_, n := s.span(chunk)
	found := make([]uint64, (n+63)/64)
	if spill != nil {
		err = spill.each(chunk, func(offsets []uint32) {
			if phase%2 == 0 {
				c.decrement(0, offsets, found)
				return
			}
			for _, o := range offsets {
				if !c.decided(uint64(o)) {
					found[o>>6] |= 1 << (o & 63)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	losses, err := s.seeds(batch, phase, chunk, found, func(o uint32) bool {
		return phase%2 == 1 && c.decided(uint64(o))
	})
	if err != nil {
		return err
	}
	if _, err := s.delay(w, batch, phase, chunk, found, losses); err != nil {
		return err
	}
	for k, word := range found {
		for ; word != 0; word &= word - 1 {
			c.settle(uint64(k<<6 + bits.TrailingZeros64(word)))
		}
	}
	if err := s.saveCounters(batch, chunk, old+1, c); err != nil {
		return err
	}
	if err := s.keep(batch, phase, chunk, found, true); err != nil {
		return err
	}
	return os.Remove(counterFile(s.scratch, s.number, chunk, old))
}

// ensureCounters makes the counters valid for going on with phase when the runs
// before this one kept them in memory, or their files are lost: the successors of every open position are
// counted, and the wins of all phases are taken off again. That loses nothing that
// was found, only time.
func (s *sliceRun) ensureCounters(ctx context.Context, phase int) error {
	missing := false
	done := make([]bool, s.chunks) // in this phase
	for chunk := range s.chunks {
		var generation int
		ok, err := s.store.Note(s.countersNote(chunk), &generation)
		if err != nil {
			return err
		}
		if ok {
			_, n := s.span(chunk)
			_, err = loadCounters(counterFile(s.scratch, s.number, chunk, generation), n, s.width)
		}
		missing = missing || !ok || err != nil
		if done[chunk], err = s.store.Has(s.key(kv.Frontier, phase, chunk)); err != nil {
			return err
		}
	}
	if !missing {
		return nil
	}
	err := s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		c, err := s.countChunk(ctx, w, chunk, phase)
		if err != nil {
			return err
		}
		return c.save(s.options.disk, counterFile(s.scratch, s.number, chunk, 0))
	})
	if err != nil {
		return err
	}
	for wins := 1; wins < phase; wins += 2 {
		skip := make([]bool, s.chunks)
		if wins == phase-1 { // the phase itself takes these off the chunks it has to do
			for chunk := range skip {
				skip[chunk] = !done[chunk]
			}
		}
		if err := s.replay(ctx, wins, skip); err != nil {
			return err
		}
	}
	batch := s.store.NewBatch()
	for chunk := range s.chunks {
		batch.SetNote(s.countersNote(chunk), 0)
	}
	return batch.Commit()
}

// countChunk counts the successors within the slice of the open positions of a
// chunk before or in phase.
func (s *sliceRun) countChunk(ctx context.Context, w *worker, chunk, phase int) (*counters, error) {
	first, n := s.span(chunk)
	rescued, _, err := s.store.Get(s.key(kv.Rescued, 0, chunk))
	if err != nil {
		return nil, err
	}
	decided := roaring.New()
	for p := 0; p <= s.game.Kind().MaxRemoteness(); p++ {
		record := kv.Frontier
		if p >= phase && p%2 == 0 { // losses that wait for their phase
			record = kv.Seeds
		}
		for _, r := range []kv.Record{kv.Frontier, record} {
			b, ok, err := s.store.Get(s.key(r, p, chunk))
			if err != nil {
				return nil, err
			}
			if ok {
				decided.Or(b)
			}
		}
	}
	settled := make([]uint64, (n+63)/64)
	decided.WriteDenseTo(settled)
	c := newCounters(n, s.width)
	for o := range n {
		if o&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if settled[o>>6]>>(o&63)&1 != 0 {
			continue
		}
		var ends engine.Ends
		w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], first+o)
		count := 0
		for _, j := range w.indices {
			if j-s.slice.First < s.slice.Size {
				count++
			}
		}
		if count == 0 || rescued != nil && rescued.Contains(uint32(o)) || ends&(engine.WinsNow|engine.DrawsNow|engine.IsDrawn) != 0 {
			count = never
		}
		if err := c.set(o, count); err != nil {
			return nil, fmt.Errorf("position #%d: %w", first+o, err)
		}
	}
	return c, nil
}

// replay takes the wins of a phase off the counters that are being made, those of
// skipped chunks excepted.
func (s *sliceRun) replay(ctx context.Context, wins int, skip []bool) error {
	spill, err := newSpillSink(s.scratch, s.chunks, len(s.crew))
	if err != nil {
		return err
	}
	defer spill.close()
	if err := s.send(ctx, wins+1, skip, spill); err != nil {
		return err
	}
	s.spilled += spill.written.Load()
	return s.crew.each(ctx, s.chunks, func(_ context.Context, _ *worker, chunk int) error {
		if !spill.any(chunk) {
			return nil
		}
		_, n := s.span(chunk)
		path := counterFile(s.scratch, s.number, chunk, 0)
		c, err := loadCounters(path, n, s.width)
		if err != nil {
			return err
		}
		unused := make([]uint64, (n+63)/64)
		if err := spill.each(chunk, func(offsets []uint32) { c.decrement(0, offsets, unused) }); err != nil {
			return err
		}
		return c.save(s.options.disk, path)
	})
}

// dropCounters forgets the counters on disk: a run that keeps its own in memory
// does not take what it finds off them.
func (s *sliceRun) dropCounters() error {
	batch := s.store.NewBatch()
	var stale []string
	for chunk := range s.chunks {
		var generation int
		ok, err := s.store.Note(s.countersNote(chunk), &generation)
		if err != nil {
			batch.Close()
			return err
		}
		if ok {
			batch.DeleteNote(s.countersNote(chunk))
			stale = append(stale, counterFile(s.scratch, s.number, chunk, generation))
		}
	}
	if len(stale) == 0 {
		batch.Close()
		return nil
	}
	if err := batch.Commit(); err != nil {
		return err
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
