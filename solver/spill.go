package solver

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// A spilling run has one bit a position in memory: what is won. The predecessors of
// a frontier that are not won go to disk, by destination chunk, and are then taken
// up chunk by chunk. After new losses they are won. After new wins they are looked
// at once more: those with no successor left that is not won are lost.
//
// That is done in rounds, of some source chunks each, which bounds the disk that is
// needed and the work that an interruption costs. What a round finds is added to the
// frontier's records, and the note of the phase's sources tells how many source
// chunks are done; a round that is done twice does no harm.

const (
	roundBytes = 2 << 30 // of updates on disk: a round ends when there are more
	roundTime  = time.Minute
)

func (s *sliceRun) sourcesName(phase int) string {
	return fmt.Sprintf("sources/%d/%d", s.number, phase)
}

// spillPhase finds the positions of remoteness phase.
func (s *sliceRun) spillPhase(ctx context.Context, phase int, source uint64) error {
	from := 0
	if _, err := s.store.Note(s.sourcesName(phase), &from); err != nil {
		return err
	}
	if source == 0 {
		from = s.chunks
	}
	err := s.store.EachKey(store.Frontier, s.number, func(k, chunk int) error {
		if k != phase {
			return nil
		}
		n, _, err := s.store.Count(s.key(store.Frontier, phase, chunk))
		s.newest += n
		return err
	})
	if err != nil {
		return err
	}
	if phase%2 == 1 { // of an interrupted run
		if err := s.reloadSet(s.won, store.Frontier, phase); err != nil {
			return err
		}
	}
	step := s.steps(phase, s.chunks)
	for range from {
		step.skip()
	}
	for from < s.chunks {
		if from, err = s.round(ctx, phase, from, step); err != nil {
			return err
		}
	}
	return s.crew.each(ctx, s.chunks, func(_ context.Context, w *worker, chunk int) error {
		for _, record := range []store.Record{store.Seeds, store.Waits} {
			if ok, err := s.store.Has(s.key(record, phase, chunk)); err != nil {
				return err
			} else if ok {
				_, n := s.span(chunk)
				return s.takeUp(w, phase, chunk, make([]uint64, (n+63)/64), true)
			}
		}
		return nil
	})
}

// round sends the predecessors of some source chunks, from one on, and takes them up.
// It returns the first chunk of the next round.
func (s *sliceRun) round(ctx context.Context, phase, from int, step *steps) (int, error) {
	spill, err := newSpillSink(s.scratch, s.chunks, len(s.crew))
	if err != nil {
		return 0, err
	}
	defer spill.close()
	x := s.exchangeTo(make([]bool, s.chunks), spill)
	next, started := from, time.Now()
	var mu sync.Mutex
	err = s.crew.each(ctx, len(s.crew), func(ctx context.Context, w *worker, _ int) error {
		for {
			mu.Lock()
			chunk := next
			if chunk == s.chunks || spill.written.Load() > roundBytes || time.Since(started) > roundTime {
				mu.Unlock()
				return nil
			}
			next++
			mu.Unlock()
			words, err := s.frontierWords(w, phase-1, chunk)
			if err == nil {
				err = s.sendChunk(ctx, w, chunk, words, x)
			}
			if err != nil {
				return err
			}
			step.done()
		}
	})
	if err == nil {
		err = x.flush(ctx, s.crew)
	}
	if err != nil {
		return 0, err
	}
	s.spilled += spill.written.Load()
	err = s.crew.each(ctx, s.chunks, func(_ context.Context, w *worker, chunk int) error {
		if !spill.any(chunk) {
			return nil
		}
		_, n := s.span(chunk)
		found := make([]uint64, (n+63)/64)
		err := spill.each(chunk, func(offsets []uint32) {
			for _, o := range offsets {
				found[o>>6] |= 1 << (o & 63)
			}
		})
		if err != nil {
			return err
		}
		return s.takeUp(w, phase, chunk, found, false)
	})
	if err != nil {
		return 0, err
	}
	batch := s.store.NewBatch()
	batch.SetNote(s.sourcesName(phase), next)
	return next, batch.Commit()
}

// frontierWords returns what a phase decided in a chunk, a bit each. Immediate wins,
// which the scan made use of, are left out if the game can tell them.
func (s *sliceRun) frontierWords(w *worker, phase, chunk int) ([]uint64, error) {
	b, ok, err := s.store.Get(s.key(store.Frontier, phase, chunk))
	if err != nil || !ok {
		return nil, err
	}
	first, n := s.span(chunk)
	words := make([]uint64, (n+63)/64)
	b.WriteDenseTo(words)
	if phase == 1 && s.instant && w.scanner != nil {
		instant := engine.NewSet(first, n)
		w.scanner.ScanWins(instant, first, n)
		for k, word := range instant.Words() {
			words[k] &^= word
		}
	}
	return words, nil
}

// takeUp finds out which of the positions found in a chunk a phase decides and adds
// them to the record. The last call for a chunk adds what is seeded and what waited
// for the phase.
func (s *sliceRun) takeUp(w *worker, phase, chunk int, found []uint64, last bool) error {
	batch := s.store.NewBatch()
	defer batch.Close()
	won := s.words(s.won.Words(), chunk)
	if phase%2 == 0 {
		if err := s.confirmSpilled(w, phase, chunk, found, last); err != nil {
			return err
		}
	} else {
		for k := range found {
			found[k] &^= won[k]
		}
	}
	seeded := false
	if last {
		seeds := make([]uint64, len(found))
		var err error
		if seeded, err = s.seeds(batch, phase, chunk, seeds); err != nil {
			return err
		}
		for k, word := range seeds {
			if phase > 1 { // wins known before phase 1 are of that phase
				word &^= won[k]
			}
			found[k] |= word
		}
	}
	result := roaring.FromDense(found, false)
	if result.IsEmpty() && !seeded {
		return nil
	}
	old, ok, err := s.store.Get(s.key(store.Frontier, phase, chunk))
	if err != nil {
		return err
	}
	var before uint64
	if ok {
		before = old.GetCardinality()
		result.Or(old)
	}
	n := result.GetCardinality()
	if n > 0 {
		batch.Set(s.key(store.Frontier, phase, chunk), result)
	}
	if err := s.commitInTime(batch); err != nil {
		return err
	}
	if phase%2 == 1 {
		for k, word := range found {
			won[k] |= word
		}
	}
	s.mu.Lock()
	s.newest += n - before
	s.mu.Unlock()
	return nil
}

// confirmSpilled leaves in found those positions that are lost, and adds those that
// waited for the phase and are, if it is the last call for a chunk.
func (s *sliceRun) confirmSpilled(w *worker, phase, chunk int, found []uint64, last bool) error {
	first, _ := s.span(chunk)
	without := func(record store.Record, phase int) error {
		b, ok, err := s.store.Get(s.key(record, phase, chunk))
		if ok {
			eachOffset(b, func(o uint32) { found[o>>6] &^= 1 << (o & 63) })
		}
		return err
	}
	won := s.words(s.won.Words(), chunk)
	if last {
		waits, ok, err := s.store.Get(s.key(store.Waits, phase, chunk))
		if err != nil {
			return err
		}
		if ok {
			eachOffset(waits, func(o uint32) { found[o>>6] |= 1 << (o & 63) })
			for k := range found {
				found[k] &^= won[k]
			}
		}
	} else {
		for _, due := range s.waits[chunk] {
			if due > phase {
				if err := without(store.Waits, due); err != nil {
					return err
				}
			}
		}
	}
	if err := without(store.Rescued, 0); err != nil {
		return err
	}
	for k := range found {
		for open := found[k]; open != 0; open &= open - 1 {
			if _, saved := w.searcher.Outside(first+uint64(k<<6+bits.TrailingZeros64(open)), s.won); saved {
				found[k] &^= open & -open
			}
		}
	}
	return nil
}
