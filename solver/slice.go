package solver

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// sliceRun is the state of the slice being solved.
//
// In memory there are some bits a position: won and lost hold what is decided with
// a remoteness below the present phase, frontier what the last phase decided, found
// what the present one does. When these do not fit the budget, the run spills: it has
// won alone, and updates go through disk.
type sliceRun struct {
	*run
	number      int
	slice       engine.Slice
	chunks      int
	won         *engine.Set
	lost        *engine.Set
	rescued     *engine.Set // positions that an end or an exit saves from being lost; nil: ask the game
	waiting     *engine.Set // positions that an exit keeps from being lost as yet; nil: there are no exits
	waits       [][]int     // of a spilling run: by chunk, the phases that some such position waits for
	frontier    []uint64    // what the phase goes on from
	older       []uint64    // in the wide kind: losses that the next phase does not go on from, but the one after
	found       []uint64
	instant     bool        // the scan knows all immediate wins from the start
	counters    *counters   // in memory; nil: not valid
	uncountable atomic.Bool // a position has more successors than a counter holds
	exchange    *exchange   // of the phases, made for the first that needs it
	watched     []uint32    // by position: one more than the offset of a successor not yet won, 0: none is known; nil: no memory for it
	spilling    bool
	reversing   reverseMode
	reverse     *reverse // nil: there is none
	exitWindow  uint64   // bytes of the values of exits that fit into memory at a time, 0: all
	decided     uint64   // positions of the slice
	newest      uint64   // positions that the last phase decided
	source      uint64   // of them, those that are in the frontier: all but what the counters knew from the start
	forward     float64  // seconds spent looking forward for losses since counters were last valid
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

func (s *sliceRun) key(record store.Record, phase, chunk int) store.Key {
	return store.Key{Record: record, Slice: s.number, Phase: phase, Chunk: chunk}
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

func (s *sliceRun) solvedName() string { return fmt.Sprintf("solved/%d", s.number) }

// solve runs all phases of the slice, those already in the store excepted, and
// returns the last one that decided anything, -1 where none did.
func (s *sliceRun) solve(ctx context.Context) (last int, err error) {
	if solved, err := s.store.Note(s.solvedName(), &last); err != nil {
		return 0, err
	} else if solved {
		return last, s.recall(last)
	}
	s.won = newSet(s.slice.First, s.slice.Size)
	if !s.spilling {
		words := (s.slice.Size + 63) / 64
		s.lost = newSet(s.slice.First, s.slice.Size)
		s.frontier, s.found = newArray[uint64](words), newArray[uint64](words)
		if s.wide {
			s.older = newArray[uint64](words)
		}
		if s.watching {
			s.watched = newArray[uint32](s.slice.Size)
		}
		if !s.searchable() {
			s.rescued = newSet(s.slice.First, s.slice.Size)
		}
		if len(s.slice.Exits) > 0 {
			s.waiting = newSet(s.slice.First, s.slice.Size)
		}
	} else if err := os.MkdirAll(s.scratch, 0o777); err != nil {
		return 0, err
	}
	defer s.endReverse()
	if err := s.scan(ctx); err != nil {
		return 0, err
	}
	latest := -1 // seeds of an interrupted phase are used up
	for _, record := range []store.Record{store.Seeds, store.Waits, store.Frontier} {
		phase, err := s.latest(record)
		if err != nil {
			return 0, err
		}
		latest = max(latest, phase)
	}
	last = -1
	for phase := 0; ; phase++ {
		if s.options.MaxPhase > 0 && s.remoteness(phase) > s.options.MaxPhase {
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
			if err := s.reload(ctx, phase); err != nil {
				return 0, err
			}
		} else if err := s.phase(ctx, phase); err != nil {
			return 0, err
		}
		if s.newest > 0 && s.remoteness(phase) > s.game.Kind().MaxRemoteness() {
			return 0, fmt.Errorf("%s lasts longer than %d plies, and the %v kind holds no more", s.slice.Name, s.game.Kind().MaxRemoteness(), s.game.Kind())
		}
		s.decided += s.newest
		s.count(phase, s.newest)
		if s.newest > 0 {
			last = phase
		} else if phase >= latest && phase >= last+s.reach() {
			break
		}
	}
	if s.bounded || len(s.slices) == 1 {
		return last, nil
	}
	batch := s.store.NewBatch()
	batch.SetNote(s.solvedName(), last)
	return last, s.commitInTime(batch)
}

// recall counts what the phases of a solved slice decided.
func (s *sliceRun) recall(last int) error {
	for phase := 0; phase <= last; phase++ {
		var note phaseNote
		if _, err := s.store.Note(s.phaseName(phase), &note); err != nil {
			return err
		}
		s.count(phase, note.New)
	}
	return nil
}

// latest returns the last phase that has records of a type, -1 where none has.
func (s *sliceRun) latest(record store.Record) (latest int, err error) {
	latest = -1
	err = s.store.EachKey(record, s.number, func(phase, _ int) error {
		latest = max(latest, phase)
		return nil
	})
	return latest, err
}

// reload puts a phase that the store holds into the sets.
func (s *sliceRun) reload(ctx context.Context, phase int) error {
	if s.spilling {
		s.source = s.newest
		if phase%2 == 0 {
			return nil
		}
		return s.reloadSet(s.won, store.Frontier, phase)
	}
	if err := s.awake(phase, nil); err != nil {
		return err
	}
	clear(s.found)
	if err := s.reloadChunks(phase, nil); err != nil {
		return err
	}
	if phase%2 == 0 && s.counters != nil {
		if err := s.takeOff(ctx); err != nil {
			return err
		}
	}
	s.settle(phase)
	return nil
}

// takeOff takes the wins in the frontier off the counters, as an even phase that is done
// did in an earlier run.
func (s *sliceRun) takeOff(ctx context.Context) error {
	m := &memorySink{locks: make([]sync.Mutex, s.chunks)}
	m.apply = func(chunk int, offsets []uint32) {
		_, n := s.span(chunk)
		s.counters.decrement(uint64(chunk)<<s.shift, offsets, make([]uint64, (n+63)/64))
	}
	return s.send(ctx, 0, make([]bool, s.chunks), m)
}

// reloadChunks puts what the store holds of a phase into found, and says which
// chunks that were.
func (s *sliceRun) reloadChunks(phase int, done []bool) error {
	return s.store.Each(store.Frontier, s.number, phase, func(chunk int, b *roaring.Bitmap) error {
		if chunk >= s.chunks {
			return fmt.Errorf("%s: the store holds chunk %d of %s, which has %d", s.options.Dir, chunk, s.slice.Name, s.chunks)
		}
		if done != nil {
			done[chunk] = true
			s.newest += b.GetCardinality()
		}
		b.WriteDenseTo(s.words(s.found, chunk))
		return nil
	})
}

// resume takes up what the store holds of an interrupted phase and says which chunks
// are done. Of a phase that a spilling run began, only another such run knows that.
func (s *sliceRun) resume(phase int) (done []bool, err error) {
	if s.spilling {
		return nil, nil
	}
	clear(s.found)
	done = make([]bool, s.chunks)
	var sources int
	if spilled, err := s.store.Note(s.sourcesName(phase), &sources); err != nil {
		return nil, err
	} else if spilled {
		return done, s.reloadChunks(phase, nil)
	}
	if err := s.reloadChunks(phase, done); err != nil {
		return nil, err
	}
	return done, s.awake(phase, done)
}

// settle makes found the frontier and adds it to what is decided. In the wide kind the
// losses that a phase found wait until the next one has found the wins of the same
// remoteness: these go back to the losses before.
func (s *sliceRun) settle(phase int) {
	set := s.lost
	if phase%2 == 1 {
		set = s.won
	}
	if s.wide && phase%2 == 0 {
		s.frontier, s.older, s.found = s.older, s.found, s.frontier
		s.source = count(s.frontier)
		return
	}
	s.source = 0
	for i, w := range s.found {
		s.found[i] = w &^ set.Words()[i]
		set.Words()[i] |= w
		s.source += uint64(bits.OnesCount64(s.found[i]))
	}
	s.frontier, s.found = s.found, s.frontier
	for i, w := range s.older {
		s.lost.Words()[i] |= w
	}
}

// count returns the number of bits set.
func count(words []uint64) (n uint64) {
	for _, w := range words {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}

// phase finds the positions of remoteness phase.
func (s *sliceRun) phase(ctx context.Context, phase int) error {
	source := s.source
	s.newest = 0
	note := phaseNote{Step: "seeds"}
	clock := s.clock()
	spilledBefore := s.spilled
	done, err := s.resume(phase)
	if err != nil {
		return err
	}
	switch {
	case s.spilling:
		if source > 0 {
			note = phaseNote{Step: "wins to losses, spilling", Strategy: Backward}
			if phase%2 == 1 {
				note.Step = "losses to wins, spilling"
			}
		}
		s.begin(phase, note)
		err = s.spillPhase(ctx, phase, source)
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
			if errors.Is(err, errManySuccessors) && s.options.Strategy == Auto {
				s.counters, s.counting = nil, false
				err = s.lookForward(ctx, phase, done)
			}
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
	if s.spilling {
		s.source = s.newest
	} else {
		s.settle(phase)
	}
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
