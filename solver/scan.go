package solver

import (
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// scan finds what the rules alone decide in every chunk: finished positions,
// immediate wins, and what exits into finished slices are worth. These are the seeds
// of the phases.
//
// Where it has to list all successors, the scan finds all immediate wins first. A
// position to which no other successor is left is lost in two plies, or later where
// an exit delays the end, and what is left can be counted.
func (s *sliceRun) scan(ctx context.Context) error {
	s.begin(0, phaseNote{Step: "scan"})
	scanned, err := s.scannedChunks()
	if err != nil {
		return err
	}
	var todo []int
	for chunk, done := range scanned {
		if !done || s.reversing != noReverse {
			todo = append(todo, chunk)
		}
	}
	if err := s.chooseScan(); err != nil {
		return err
	}
	if err := s.beginReverse(); err != nil {
		return err
	}
	if s.instant && len(todo) > 0 {
		if err := s.scanWins(ctx); err != nil {
			return err
		}
	}
	if len(todo) == s.chunks && s.counting && (s.instant || s.reverse != nil || s.wide) {
		s.counters = newCounters(s.slice.Size, s.width)
	}
	if s.reverse != nil {
		s.exchangeTo(make([]bool, s.chunks), s.reverse.moves)
	}
	step := s.steps(0, s.chunks)
	for range s.chunks - len(todo) {
		step.skip()
	}
	if s.spilling && s.exitWindow > 0 {
		err = s.scanWindows(ctx, todo, step)
	} else {
		err = s.crew.each(ctx, len(todo), func(ctx context.Context, w *worker, unit int) error {
			defer step.done()
			return s.scanChunk(ctx, w, todo[unit], scanned[todo[unit]])
		})
	}
	if err != nil {
		return err
	}
	if len(todo) > 0 {
		s.scanned()
	}
	if s.reverse != nil {
		if err := s.useReverse(ctx); err != nil {
			return err
		}
	}
	if s.uncountable.Load() {
		s.counters, s.counting = nil, false
	}
	if s.spilling {
		s.waits = make([][]int, s.chunks)
		return s.store.EachKey(store.Waits, s.number, func(phase, chunk int) error {
			s.waits[chunk] = append(s.waits[chunk], phase)
			return nil
		})
	}
	if s.rescued != nil {
		if err := s.reloadSet(s.rescued, store.Rescued, 0); err != nil {
			return err
		}
	}
	if s.waiting != nil {
		return s.reloadWaits()
	}
	return nil
}

// chooseScan decides how the slice is scanned, or does as an earlier run did: all its
// chunks are scanned in the same way.
func (s *sliceRun) chooseScan() error {
	name := fmt.Sprintf("scan/%d", s.number)
	ok, err := s.store.Note(name, &s.instant)
	if err != nil || ok {
		return err
	}
	s.instant = s.spilling || s.crew[0].scanner != nil && !s.searchable() && !s.wide
	batch := s.store.NewBatch()
	batch.SetNote(name, s.instant)
	return batch.CommitSoon()
}

// scannedChunks says which chunks the store holds a scan of.
func (s *sliceRun) scannedChunks() (scanned []bool, err error) {
	scanned = make([]bool, s.chunks)
	return scanned, s.store.EachKey(store.Rescued, s.number, func(_, chunk int) error {
		scanned[chunk] = true
		return nil
	})
}

// reloadSet adds the records of a phase to a set.
func (s *sliceRun) reloadSet(set *engine.Set, record store.Record, phase int) error {
	return s.store.Each(record, s.number, phase, func(chunk int, b *roaring.Bitmap) error {
		words := s.words(set.Words(), chunk)
		eachOffset(b, func(o uint32) { words[o>>6] |= 1 << (o & 63) })
		return nil
	})
}

// eachOffset calls f for the members of a bitmap.
func eachOffset(b *roaring.Bitmap, f func(offset uint32)) {
	eachRun(b, func(offsets []uint32) {
		for _, o := range offsets {
			f(o)
		}
	})
}

// eachRun calls f for the members of a bitmap, some at a time. They are valid during
// the call.
func eachRun(b *roaring.Bitmap, f func(offsets []uint32)) {
	var buffer [1024]uint32
	for it := b.ManyIterator(); ; {
		n := it.NextMany(buffer[:])
		if n == 0 {
			return
		}
		f(buffer[:n])
	}
}

// scanWins puts all positions with a move that wins at once into won.
func (s *sliceRun) scanWins(ctx context.Context) error {
	return s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		first, n := s.span(chunk)
		if w.scanner != nil {
			w.scanner.ScanWins(s.won, first, n)
			return nil
		}
		for i := first; i < first+n; i++ {
			if i&255 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			var ends engine.Ends
			if w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i); ends&engine.WinsNow != 0 {
				s.won.Add(i)
			}
		}
		return nil
	})
}

// searchable reports whether the game itself can tell positions that are lost at once,
// so that the successors of a position need not be listed in the scan.
func (s *sliceRun) searchable() bool {
	w := s.crew[0]
	return w.searches && w.scanner != nil && len(s.slice.Exits) == 0 && !s.wide
}

// survey is what a scan finds in a chunk.
type survey struct {
	*sliceRun
	chunk   int
	wins    *engine.Set
	seeds   byPhase
	waits   byPhase
	rescued offsets
}

// offsets is a growing set of the positions of a chunk. They come in ascending order.
type offsets struct {
	bitmap  *roaring.Bitmap
	pending []uint32 // to add, some at once: one by one takes much longer
}

func (o *offsets) add(offset uint64) {
	if len(o.pending) == 256 {
		o.set()
	}
	o.pending = append(o.pending, uint32(offset))
}

// set returns the set.
func (o *offsets) set() *roaring.Bitmap {
	if o.bitmap == nil {
		o.bitmap = roaring.New()
	}
	o.bitmap.AddMany(o.pending)
	o.pending = o.pending[:0]
	return o.bitmap
}

// byPhase has a set for each phase, as far as any is needed.
type byPhase []offsets

func (b *byPhase) add(phase int, offset uint64) {
	for phase >= len(*b) {
		*b = append(*b, offsets{})
	}
	(*b)[phase].add(offset)
}

// each calls f for the sets that are not empty.
func (b byPhase) each(f func(phase int, set *roaring.Bitmap)) {
	for phase := range b {
		if b[phase].pending != nil {
			f(phase, b[phase].set())
		}
	}
}

func (s *sliceRun) newSurvey(w *worker, chunk int) *survey {
	first, n := s.span(chunk)
	v := &survey{sliceRun: s, chunk: chunk, wins: engine.NewSet(first, n)}
	if s.instant {
		copy(v.wins.Words(), s.words(s.won.Words(), chunk))
	} else if w.scanner != nil {
		w.scanner.ScanWins(v.wins, first, n)
	}
	return v
}

// enter enters the outlook of a position.
func (v *survey) enter(o outlook) error {
	offset := o.offset
	switch {
	case o.wins:
		v.wins.Add(v.slice.First + uint64(v.chunk)<<v.shift + offset)
	case o.least > 0:
		v.seeds.add(o.least, offset)
	case o.saved:
	case o.most > 2: // before phase 2 nothing is lost by a move within the slice
		v.waits.add(o.most, offset)
	case o.inside == 0:
		v.seeds.add(o.most, offset)
	case o.left == 0:
		v.seeds.add(2, offset)
	}
	if o.saved {
		v.rescued.add(offset)
	}
	if v.counters == nil || v.uncountable.Load() {
		return nil
	}
	count := never
	if !o.saved && !o.wins {
		count = o.left
	}
	i := uint64(v.chunk)<<v.shift + offset
	err := v.counters.set(i, count)
	if errors.Is(err, errManySuccessors) && v.options.Strategy == Auto {
		v.uncountable.Store(true)
		return nil
	} else if err != nil {
		return fmt.Errorf("position #%d: %w", v.slice.First+i, err)
	}
	return nil
}

// enterAll resolves the positions looked at, merges what they tell with what is known, and
// enters their outlooks if it is the last time.
func (v *survey) enterAll(w *worker, known []exits, last bool) error {
	for _, o := range v.resolve(w) {
		if known != nil {
			known[o.offset].merge(&o)
		}
		if last {
			if err := v.enter(o); err != nil {
				return err
			}
		}
	}
	w.lookout.begin()
	return nil
}

// commit stores what was found.
func (v *survey) commit() error {
	batch := v.store.NewBatch()
	rescued := v.rescued.set()
	seed := func(phase int, set *roaring.Bitmap) { batch.Set(v.key(store.Seeds, phase, v.chunk), set) }
	if v.wins.Count() > 0 {
		wins := roaring.FromDense(v.wins.Words(), false)
		if v.wide { // losses in one ply are found before wins in one
			rescued.Or(wins)
		}
		phase := v.winPhase(1)
		if phase < len(v.seeds) {
			wins.Or(v.seeds[phase].set())
			v.seeds[phase] = offsets{}
		}
		seed(phase, wins)
	}
	v.seeds.each(seed)
	v.waits.each(func(phase int, set *roaring.Bitmap) { batch.Set(v.key(store.Waits, phase, v.chunk), set) })
	batch.Set(v.key(store.Rescued, 0, v.chunk), rescued)
	return v.commitInTime(batch)
}

// scanChunk scans a chunk and commits what it finds. Of a chunk that was scanned before
// it finds the counters and moves.
func (s *sliceRun) scanChunk(ctx context.Context, w *worker, chunk int, scanned bool) error {
	v := s.newSurvey(w, chunk)
	first, n := s.span(chunk)
	plain := !s.instant && s.searchable()
	w.lookout.begin()
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch i := first + offset; {
		case v.wins.Has(i) && s.reverse == nil:
		case plain && s.reverse == nil:
			if _, ok := w.searcher.Outside(i, s.won); !ok {
				v.seeds.add(0, offset)
			}
		default:
			err := s.look(w, i, offset, true)
			if err == nil && s.reverse != nil && !w.lookout.wins() { // nothing is to be found of a win
				err = s.exchange.senders[w.id].sendMoves(uint32(i-s.slice.First), inside(s.slice, w.indices))
			}
			if err == nil && w.lookout.full() {
				err = v.enterAll(w, nil, true)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := v.enterAll(w, nil, true); err != nil || scanned {
		return err
	}
	return v.commit()
}

// inside keeps of the indices those in a slice.
func inside(sl engine.Slice, indices []uint64) []uint64 {
	kept := indices[:0]
	for _, j := range indices {
		if j-sl.First < sl.Size {
			kept = append(kept, j)
		}
	}
	return kept
}
