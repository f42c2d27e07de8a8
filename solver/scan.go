package solver

import (
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// scan finds what the rules alone decide in every chunk: finished positions,
// immediate wins, and what exits into finished slices are worth. These are the seeds
// of the phases.
//
// Where counters are to be had, a scan that begins afresh makes them, too: it finds
// all immediate wins first and then counts, of the successors that it lists anyway,
// those that are not among them. What no successor is left to is lost in two plies,
// or later where an exit delays the end.
func (s *sliceRun) scan(ctx context.Context) error {
	s.begin(0, phaseNote{Step: "scan"})
	fresh, err := s.fresh()
	if err != nil {
		return err
	}
	if fresh && s.counting && s.crew[0].scanner != nil && !s.plain() {
		if err := s.scanWins(ctx); err != nil {
			return err
		}
		s.counters = newCounters(s.slice.Size, s.width)
	}
	step := s.steps(0, s.chunks)
	var chunks uint64
	err = s.crew.each(ctx, s.chunks, func(ctx context.Context, w *worker, chunk int) error {
		defer step.done()
		key := s.key(kv.Rescued, 0, chunk)
		rescued, ok, err := s.store.Get(key)
		if err != nil {
			return err
		}
		if !ok {
			if rescued, err = s.scanChunk(ctx, w, chunk); err != nil {
				return err
			}
			s.mu.Lock()
			chunks++
			s.mu.Unlock()
		} else {
			step.skip()
		}
		if s.rescued != nil {
			rescued.WriteDenseTo(s.words(s.rescued.Words(), chunk))
		}
		return nil
	})
	if err == nil && chunks > 0 {
		s.scanned()
	}
	if s.uncountable.Load() {
		s.counters, s.counting = nil, false
	}
	return err
}

// fresh reports whether the store holds nothing of the slice yet.
func (s *sliceRun) fresh() (bool, error) {
	latest, err := s.latest(kv.Rescued)
	return latest < 0, err
}

// scanWins puts all positions with a move that wins at once into won.
func (s *sliceRun) scanWins(ctx context.Context) error {
	return s.crew.each(ctx, s.chunks, func(_ context.Context, w *worker, chunk int) error {
		first, n := s.span(chunk)
		w.scanner.ScanWins(s.won, first, n)
		return nil
	})
}

// plain reports whether the game itself can tell positions that are lost at once,
// so that the successors of a position need not be listed in the scan.
func (s *sliceRun) plain() bool {
	_, own := s.crew[0].scratch.(engine.Searcher)
	return own && s.crew[0].scanner != nil && len(s.slice.Exits) == 0 && !s.spilling
}

// scanChunk scans a chunk and commits its seeds and the positions that are saved
// from ever being lost.
func (s *sliceRun) scanChunk(ctx context.Context, w *worker, chunk int) (*roaring.Bitmap, error) {
	first, n := s.span(chunk)
	kind := s.game.Kind()
	seeds := map[int]*roaring.Bitmap{}
	rescued := roaring.New()
	seed := func(phase int, offset uint64) {
		if seeds[phase] == nil {
			seeds[phase] = roaring.New()
		}
		seeds[phase].Add(uint32(offset))
	}
	var cells *counters
	if s.spilling {
		cells = newCounters(n, s.width)
	}
	wins := engine.NewSet(first, n)
	if s.counters != nil {
		copy(wins.Words(), s.words(s.won.Words(), chunk))
	} else if w.scanner != nil {
		w.scanner.ScanWins(wins, first, n)
	}
	for offset := range n {
		if offset&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		i := first + offset
		count := never
		switch {
		case wins.Has(i):
		case s.plain():
			if _, ok := w.searcher.Outside(i, s.won); !ok {
				seed(0, offset)
			}
			continue
		default:
			var ends engine.Ends
			w.indices, ends = w.scratch.AppendSuccessors(w.indices[:0], i)
			if ends&(engine.LosesNow|engine.IsWon) != 0 {
				return nil, fmt.Errorf("position #%d is finished and won for its mover, or a move loses at once: the byte kind has no value for that", i)
			}
			if ends&engine.WinsNow != 0 {
				wins.Add(i)
				break
			}
			saved := ends&(engine.DrawsNow|engine.IsDrawn) != 0
			least, most := 0, 0  // phases: of the quickest winning exit, of the slowest losing one
			inside, left := 0, 0 // successors in the slice, and those that are not won at once
			for _, j := range w.indices {
				if j-s.slice.First < s.slice.Size {
					inside++
					if s.counters == nil || s.won.Lacks(j) {
						left++
					}
					continue
				}
				v := s.exit(w, j)
				plies, _ := kind.Plies(v)
				switch kind.Outcome(v) {
				case engine.Loss:
					saved = true
					if least == 0 || plies+1 < least {
						least = plies + 1
					}
				case engine.Win:
					most = max(most, plies+1)
				default:
					saved = true
				}
			}
			switch {
			case least > 0:
				seed(least, offset)
			case inside == 0 && !saved:
				seed(most, offset)
			case left == 0 && !saved:
				seed(max(most, 2), offset)
			}
			if saved {
				rescued.Add(uint32(offset))
			} else if inside > 0 {
				count = left
			}
		}
		if s.counters != nil && !s.uncountable.Load() {
			if err := s.counters.set(uint64(chunk)<<s.shift+offset, count); errors.Is(err, errManySuccessors) && s.options.Strategy == Auto {
				s.uncountable.Store(true)
			} else if err != nil {
				return nil, fmt.Errorf("position #%d: %w", i, err)
			}
		}
		if cells != nil {
			if err := cells.set(offset, count); err != nil {
				return nil, fmt.Errorf("position #%d: %w", i, err)
			}
		}
	}
	if wins.Count() > 0 {
		b := roaring.FromDense(wins.Words(), false)
		if seeds[1] != nil {
			b.Or(seeds[1])
		}
		seeds[1] = b
	}
	batch := s.store.NewBatch()
	for phase, b := range seeds {
		batch.Set(s.key(kv.Seeds, phase, chunk), b)
	}
	batch.Set(s.key(kv.Rescued, 0, chunk), rescued)
	if cells != nil {
		if err := s.saveCounters(batch, chunk, 0, cells); err != nil {
			return nil, err
		}
	}
	return rescued, s.commitInTime(batch)
}
