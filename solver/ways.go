package solver

import (
	"context"
	"fmt"
	"math/bits"
	"sync"

	"github.com/foregone-db/foregone/engine"
)

// lookForward searches the successors of undecided positions: for one that is lost
// in odd phases, for one that is not won in even ones.
func (s *sliceRun) lookForward(ctx context.Context, phase int, done []bool) error {
	return s.eachOpen(ctx, phase, done, func(w *worker, i uint64) (bool, error) {
		if phase%2 == 1 {
			return w.searcher.AnyIn(i, s.lost), nil
		}
		return s.allWon(w, i, true), nil
	})
}

// allWon reports whether all successors of i are won by the opponent. One that is
// not is watched, if keep is set and there is memory for it: as long as that one is
// not won there is nothing to look at.
func (s *sliceRun) allWon(w *worker, i uint64, keep bool) bool {
	if s.rescued != nil && s.rescued.Has(i) {
		return false
	}
	if s.watched != nil {
		if j := s.watched[i-s.slice.First]; j > 0 && !s.won.Has(s.slice.First+uint64(j-1)) {
			return false
		}
	}
	j, ok := w.searcher.Outside(i, s.won)
	if ok && keep && s.watched != nil {
		s.watched[i-s.slice.First] = uint32(j-s.slice.First) + 1
	}
	return !ok
}

// recount counts the successors of undecided positions that are not won by the
// opponent, which tells the losses of this phase and leaves the counters valid.
func (s *sliceRun) recount(ctx context.Context, phase int, done []bool) error {
	s.counters = newCounters(s.slice.Size, s.width)
	s.forward = 0
	return s.eachOpen(ctx, phase, make([]bool, s.chunks), func(w *worker, i uint64) (bool, error) {
		var ends engine.Ends
		w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i)
		count := s.won.CountLacking(w.indices)
		if ends&(engine.DrawsNow|engine.IsDrawn) != 0 || s.rescued != nil && s.rescued.Has(i) {
			count = never
		}
		if err := s.counters.set(i-s.slice.First, count); err != nil {
			return false, fmt.Errorf("position #%d: %w", i, err)
		}
		return count == 0, nil
	}, done...)
}

// eachOpen asks test of every undecided position, those of chunks that are skipped
// excepted, and commits the chunks, those in committed excepted.
func (s *sliceRun) eachOpen(ctx context.Context, phase int, skip []bool, test func(w *worker, i uint64) (bool, error), committed ...bool) error {
	step := s.steps(phase, s.chunks)
	return s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		defer step.done()
		if skip[chunk] {
			step.skip()
			return nil
		}
		first, n := s.span(chunk)
		found := s.words(s.found, chunk)
		won, lost := s.words(s.won.Words(), chunk), s.words(s.lost.Words(), chunk)
		old := committed != nil && committed[chunk]
		for k := range found {
			if k&15 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for open := ^(won[k] | lost[k]); open != 0; open &= open - 1 {
				offset := uint64(k<<6 + bits.TrailingZeros64(open))
				if offset >= n {
					break
				}
				yes, err := test(w, first+offset)
				if err != nil {
					return err
				}
				if yes && !old {
					found[k] |= open & -open
				}
			}
		}
		if old {
			return nil
		}
		return s.commit(w, phase, chunk, found)
	})
}

// pushBack sends the predecessors of the frontier to their chunks: in odd phases
// they are won, in even ones their counters go down or, where there are none, they
// are looked at forward.
func (s *sliceRun) pushBack(ctx context.Context, phase int, done []bool) error {
	m := &memorySink{locks: make([]sync.Mutex, s.chunks)}
	m.apply = func(chunk int, offsets []uint32) {
		found := s.words(s.found, chunk)
		if phase%2 == 1 || s.counters == nil {
			for _, o := range offsets {
				found[o>>6] |= 1 << (o & 63)
			}
			return
		}
		if done[chunk] { // what it found is known
			found = make([]uint64, len(found))
		}
		s.counters.decrement(uint64(chunk)<<s.shift, offsets, found)
	}
	skip := done
	if phase%2 == 0 && s.counters != nil {
		skip = make([]bool, s.chunks)
	}
	if err := s.send(ctx, phase, skip, m); err != nil {
		return err
	}
	if phase%2 == 0 && s.counters == nil {
		return s.confirm(ctx, phase, done)
	}
	return s.commitAll(ctx, phase, done)
}

// confirm keeps of the positions found those that are undecided and all of whose
// successors are won.
func (s *sliceRun) confirm(ctx context.Context, phase int, done []bool) error {
	step := s.steps(phase, s.chunks)
	return s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		defer step.done()
		if done[chunk] {
			step.skip()
			return nil
		}
		first, _ := s.span(chunk)
		found := s.words(s.found, chunk)
		won, lost := s.words(s.won.Words(), chunk), s.words(s.lost.Words(), chunk)
		for k := range found {
			if found[k] != 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for open := found[k] &^ (won[k] | lost[k]); open != 0; open &= open - 1 {
				i := first + uint64(k<<6+bits.TrailingZeros64(open))
				if !s.allWon(w, i, true) {
					found[k] &^= open & -open
				}
			}
		}
		return s.commit(w, phase, chunk, found)
	})
}

// send puts the predecessors of the frontier into sink, those in chunks to skip
// excepted: of an interrupted phase some are done, and need only what counters need.
func (s *sliceRun) send(ctx context.Context, phase int, skip []bool, to sink) error {
	x := s.exchangeTo(skip, to)
	step := s.steps(phase, s.chunks)
	err := s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		defer step.done()
		return s.sendChunk(ctx, w, chunk, s.words(s.frontier, chunk), x)
	})
	if err == nil {
		err = s.reverseError()
	}
	if err != nil {
		return err
	}
	return x.flush(ctx, s.crew)
}

// exchangeTo makes the exchange ready for a phase.
func (s *sliceRun) exchangeTo(done []bool, to sink) *exchange {
	if s.exchange == nil {
		s.exchange = newExchange(s.slice.First, s.shift, s.chunks, len(s.crew), s.bufferBudget)
	}
	s.exchange.begin(done, to)
	return s.exchange
}

// sendChunk sends the predecessors of some positions of a chunk, a bit each. A
// spilling run keeps those back that are won already.
func (s *sliceRun) sendChunk(ctx context.Context, w *worker, chunk int, words []uint64, x *exchange) error {
	first, _ := s.span(chunk)
	for k, word := range words {
		if word != 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for ; word != 0; word &= word - 1 {
			w.indices = w.unmover.AppendPredecessors(w.indices[:0], first+uint64(k<<6+bits.TrailingZeros64(word)))
			if s.spilling {
				w.indices = s.won.KeepLacking(w.indices)
			}
			if err := x.senders[w.id].send(w.indices); err != nil {
				return err
			}
		}
	}
	return nil
}
