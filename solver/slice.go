package solver

import (
	"context"
	"fmt"
	"math/bits"
	"os"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// sliceRun is the state of the slice being solved.
//
// In memory there are four bits a position: won and lost hold what is decided with
// a remoteness below the present phase, frontier what the last phase decided, found
// what the present one does. When even those do not fit the budget, the run spills:
// then there are only counters, a file for each chunk, and updates go through disk.
type sliceRun struct {
	*run
	number   int
	slice    engine.Slice
	chunks   int
	won      *engine.Set
	lost     *engine.Set
	rescued  *engine.Set // positions that an end or an exit saves from being lost; nil: ask the game
	frontier []uint64
	found    []uint64
	counters *counters // in memory; nil: not valid
	watched  []uint32  // by position: one more than the offset of a successor not yet won, 0: none is known; nil: no memory for it
	spilling bool
	decided  uint64  // positions of the slice
	newest   uint64  // positions that the last phase decided
	forward  float64 // seconds spent looking forward for losses since counters were last valid
}

// span returns the indices of a chunk.
func (s *sliceRun) span(chunk int) (first, n uint64) {
	offset := uint64(chunk) << s.shift
	return s.slice.First + offset, min(uint64(1)<<s.shift, s.slice.Size-offset)
}

// words returns the part of a set of the slice's bits that belongs to a chunk.
func (s *sliceRun) words(all []uint64, chunk int) []uint64 {
	from := uint64(chunk) << s.shift >> 6
	_, n := s.span(chunk)
	return all[from : from+(n+63)/64]
}

func (s *sliceRun) key(record kv.Record, phase, chunk int) kv.Key {
	return kv.Key{Record: record, Slice: s.number, Phase: phase, Chunk: chunk}
}

// phaseNote is what the store keeps of a finished phase.
type phaseNote struct {
	New      uint64   `json:"new"`
	Step     string   `json:"step"`
	Strategy Strategy `json:"strategy,omitempty"`
	Seconds  float64  `json:"seconds"`
	Spilled  uint64   `json:"spilled,omitempty"`
}

func (s *sliceRun) phaseName(phase int) string { return fmt.Sprintf("phase/%d/%d", s.number, phase) }

// solve runs all phases of the slice, those already in the store excepted, and
// returns the last one that decided anything, -1 where none did.
func (s *sliceRun) solve(ctx context.Context) (last int, err error) {
	if !s.spilling {
		words := (s.slice.Size + 63) / 64
		s.won, s.lost = engine.NewSet(s.slice.First, s.slice.Size), engine.NewSet(s.slice.First, s.slice.Size)
		s.frontier, s.found = make([]uint64, words), make([]uint64, words)
		if s.watching {
			s.watched = make([]uint32, s.slice.Size)
		}
		if !s.plain() {
			s.rescued = engine.NewSet(s.slice.First, s.slice.Size)
		}
	}
	if s.spilling {
		err = os.MkdirAll(s.scratch, 0o777)
	} else {
		err = s.dropCounters()
	}
	if err != nil {
		return 0, err
	}
	if err := s.scan(ctx); err != nil {
		return 0, err
	}
	latest, err := s.latest(kv.Seeds)
	if err != nil {
		return 0, err
	}
	begun, err := s.latest(kv.Frontier) // seeds of an interrupted phase are used up
	if err != nil {
		return 0, err
	}
	last = -1
	ready := !s.spilling
	for phase := 0; ; phase++ {
		if s.options.MaxPhase > 0 && phase > s.options.MaxPhase {
			s.bounded = true
			break
		}
		var note phaseNote
		done, err := s.store.Note(s.phaseName(phase), &note)
		if err != nil {
			return 0, err
		}
		if done {
			s.newest = note.New
			if err := s.reload(phase); err != nil {
				return 0, err
			}
		} else {
			if !ready {
				if err := s.ensureCounters(ctx, phase); err != nil {
					return 0, err
				}
				ready = true
			}
			if err := s.phase(ctx, phase); err != nil {
				return 0, err
			}
			if latest, err = s.latest(kv.Seeds); err != nil { // delayed losses may have come
				return 0, err
			}
		}
		s.decided += s.newest
		s.count(phase, s.newest)
		if s.newest > 0 {
			last = phase
		} else if phase >= max(latest, begun) {
			break
		}
		if phase+1 > s.game.Kind().MaxRemoteness() {
			return 0, fmt.Errorf("%s lasts longer than %d plies, and the %v kind holds no more", s.slice.Name, phase, s.game.Kind())
		}
	}
	return last, nil
}

// latest returns the last phase that has records of a type, -1 where none has.
func (s *sliceRun) latest(record kv.Record) (latest int, err error) {
	latest = -1
	err = s.store.EachKey(record, s.number, func(phase, _ int) error {
		latest = max(latest, phase)
		return nil
	})
	return latest, err
}

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

// reload puts a phase that the store holds into the sets.
func (s *sliceRun) reload(phase int) error {
	if s.spilling {
		return nil
	}
	clear(s.found)
	if err := s.reloadChunks(phase, nil); err != nil {
		return err
	}
	s.settle(phase)
	return nil
}

// reloadChunks puts what the store holds of a phase into found, and says which
// chunks that were.
func (s *sliceRun) reloadChunks(phase int, done []bool) error {
	return s.store.Each(kv.Frontier, s.number, phase, func(chunk int, b *roaring.Bitmap) error {
		if chunk >= s.chunks {
			return fmt.Errorf("%s: the store holds chunk %d of %s, which has %d", s.options.Dir, chunk, s.slice.Name, s.chunks)
		}
		if done != nil {
			done[chunk] = true
			s.newest += b.GetCardinality()
		}
		if !s.spilling {
			b.WriteDenseTo(s.words(s.found, chunk))
		}
		return nil
	})
}

// settle makes found the frontier and adds it to what is decided.
func (s *sliceRun) settle(phase int) {
	if s.spilling {
		return
	}
	set := s.lost
	if phase%2 == 1 {
		set = s.won
	}
	for i, w := range s.found {
		set.Words()[i] |= w
	}
	s.frontier, s.found = s.found, s.frontier
}

// phase finds the positions of remoteness phase.
func (s *sliceRun) phase(ctx context.Context, phase int) error {
	source := s.newest
	s.newest = 0
	done := make([]bool, s.chunks)
	if !s.spilling {
		clear(s.found)
	}
	if err := s.reloadChunks(phase, done); err != nil {
		return err
	}
	note := phaseNote{Step: "seeds"}
	clock := s.clock()
	spilledBefore := s.spilled
	var err error
	switch {
	case source == 0: // nothing to go on from, but seeds wait
		err = s.commitAll(ctx, phase, done)
	case phase%2 == 1:
		note.Step = "losses to wins"
		note.Strategy = s.planWins(source)
		s.begin(phase, note)
		if note.Strategy == Forward {
			err = s.lookForward(ctx, phase, done)
		} else {
			err = s.pushBack(ctx, phase, done)
		}
	default:
		way := s.planLosses(source)
		note.Step, note.Strategy = "wins to losses", Backward
		switch way {
		case wayForward:
			note.Strategy = Forward
		case wayConfirm:
			note.Step = "wins to losses, confirmed"
		case wayRecount:
			note.Step = "wins to losses, counting"
		}
		s.begin(phase, note)
		switch way {
		case wayForward:
			s.counters = nil
			err = s.lookForward(ctx, phase, done)
		case wayRecount:
			err = s.recount(ctx, phase, done)
		default:
			err = s.pushBack(ctx, phase, done)
		}
		if way == wayForward || way == wayConfirm {
			s.forward += clock.seconds()
		}
	}
	if err != nil {
		return err
	}
	s.settle(phase)
	note.New, note.Seconds, note.Spilled = s.newest, clock.seconds(), s.spilled-spilledBefore
	batch := s.store.NewBatch()
	batch.SetNote(s.phaseName(phase), note)
	batch.SetNote(elapsedNote, s.elapsed())
	if err := s.commitInTime(batch); err != nil {
		return err
	}
	s.reportPhase(phase, note)
	return nil
}

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
		count := 0
		for _, j := range w.indices {
			if s.won.Covers(j) && !s.won.Has(j) {
				count++
			}
		}
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
	if s.spilling {
		return s.pushBackSpilling(ctx, phase, done)
	}
	m := &memorySink{locks: make([]sync.Mutex, s.chunks)}
	m.apply = func(chunk int, offsets []uint32) {
		found := s.words(s.found, chunk)
		if phase%2 == 1 || s.counters == nil {
			for _, o := range offsets {
				found[o>>6] |= 1 << (o & 63)
			}
			return
		}
		s.counters.decrement(uint64(chunk)<<s.shift, offsets, found)
	}
	if err := s.send(ctx, phase, done, m); err != nil {
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

// send puts the predecessors of the frontier into sink. Chunks of an interrupted
// phase that are done take no more; that is so in odd phases only, as counters that
// live in memory are counted anew after an interruption.
func (s *sliceRun) send(ctx context.Context, phase int, done []bool, to sink) error {
	x := newExchange(s.slice.First, s.shift, s.chunks, len(s.crew), s.bufferBudget, done, to)
	step := s.steps(phase, s.chunks)
	err := s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		defer step.done()
		first, _ := s.span(chunk)
		frontier, err := s.frontierWords(phase-1, chunk)
		if err != nil {
			return err
		}
		for k, word := range frontier {
			if word != 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for ; word != 0; word &= word - 1 {
				w.indices = w.unmover.AppendPredecessors(w.indices[:0], first+uint64(k<<6+bits.TrailingZeros64(word)))
				if err := x.senders[w.id].send(w.indices); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.crew.each(ctx, len(s.crew), func(_ context.Context, _ *worker, unit int) error {
		return x.senders[unit].flush()
	})
}

// frontierWords returns what a phase decided in a chunk, a bit each.
func (s *sliceRun) frontierWords(phase, chunk int) ([]uint64, error) {
	if !s.spilling {
		return s.words(s.frontier, chunk), nil
	}
	b, ok, err := s.store.Get(s.key(kv.Frontier, phase, chunk))
	if err != nil || !ok {
		return nil, err
	}
	_, n := s.span(chunk)
	words := make([]uint64, (n+63)/64)
	b.WriteDenseTo(words)
	return words, nil
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
		found[k] &^= won[k] | lost[k]
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
					plies, _ := s.game.Kind().Plies(s.exit(j))
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
