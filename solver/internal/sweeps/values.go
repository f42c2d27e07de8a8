package sweeps

import (
	"context"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// batch is about the number of positions converted at a time from places to indices, or back.
const batch = 8 << 20

// batches divides runs of indices into batches. It returns the number of the run after each.
func batches(runs []fast.SweepRun) (ends []int) {
	size := uint64(0)
	for n, run := range runs {
		if size += run.Size; size >= batch {
			ends, size = append(ends, n+1), 0
		}
	}
	if size > 0 {
		ends = append(ends, len(runs))
	}
	return ends
}

// values returns a function that passes on the values of a slice, whose last phase was p, in the order
// of indices.
func (s *solver) values(ctx context.Context, number int, p phase.Phase) func(write func(part []byte) error) error {
	runs, codes := s.game.Runs(number), s.codes[number]
	s.Reporter.Begin(progress.Step{Phase: p, Name: progress.Writing, Strategy: Strategy}, len(runs))
	counter := s.Reporter.Count(p, len(runs), 0)
	width := s.Codec.Width()
	return func(write func(part []byte) error) error {
		from := 0
		var parts [][]byte
		for _, end := range batches(runs) {
			for len(parts) < end-from {
				parts = append(parts, nil)
			}
			err := s.each(ctx, end-from, func(w *worker, n int) error {
				run := runs[from+n]
				w.places = w.scratch.AppendPlaces(w.places[:0], number, from+n)
				if uint64(cap(parts[n])) < width*run.Size {
					parts[n] = make([]byte, width*run.Size)
				}
				parts[n] = parts[n][:width*run.Size]
				of := &codes[run.Block]
				for o, place := range w.places {
					s.Codec.Put(parts[n], uint64(o), of.at(place))
				}
				counter.Done()
				return nil
			})
			if err != nil {
				return err
			}
			for n := range end - from {
				if err := write(parts[n]); err != nil {
					return err
				}
			}
			from = end
		}
		return nil
	}
}

// load makes codes of the values of a solved slice.
func (s *solver) load(ctx context.Context, number int) ([]codes, error) {
	all := newCodes(s.game.Blocks(number))
	runs := s.game.Runs(number)
	width := int(s.Codec.Width())
	w := s.workers[0]
	run, at := -1, 0 // the run and place of the next value
	w.places = w.places[:0]
	err := s.Values.Each(ctx, number, func(part []byte) error {
		for o := 0; o < len(part); o += width {
			for at == len(w.places) {
				run++
				w.places, at = w.scratch.AppendPlaces(w.places[:0], number, run), 0
			}
			all[runs[run].Block].put(w.places[at], engine.Value(s.Codec.At(part, uint64(o/width))))
			at++
		}
		return nil
	})
	return all, err
}
