package scores

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// scanExits finds the worth of exits, and the score to start with: the greatest, or the score at which an
// earlier run stopped.
func (s *slice[C]) scanExits(ctx context.Context) error {
	var err error
	if s.resumed, err = s.load(); err != nil {
		s.Reporter.Warn("a slice is solved anew", s.Slice.Name, err)
	}
	s.Reporter.Begin(progress.Step{Name: progress.Exits}, s.Chunks)
	counter := s.Reporter.Count(0, s.Chunks, 0)
	err = s.Crew.Run(ctx, task.Of(task.Exits, s.Number, 0, s.Chunks, nil), func(ctx context.Context, w *crew.Worker, t task.Task) error {
		defer counter.Done()
		return s.scan(ctx, w, t.Chunk)
	})
	if err != nil {
		return err
	}
	if !s.resumed {
		for n := range s.chunks {
			s.score = max(s.score, s.chunks[n].greatest())
		}
	}
	s.known = nil
	s.Reporter.Scanned()
	s.Reporter.Begin(progress.Step{Name: progress.Scores}, s.Chunks)
	return nil
}

// greatest returns the greatest score, for either player, that the exits of the chunk's positions give,
// or 0 if none is positive.
func (c *chunk) greatest() (most int) {
	for k, w := range c.gains {
		for ; w != 0; w &= w - 1 {
			n := int(int8(64*k + bits.TrailingZeros64(w)))
			most = max(most, n, -n)
		}
	}
	return most
}

// scan finds the best exit of each undecided position of a chunk, and counts its other successors. It
// keeps decided values. It is idempotent.
func (s *slice[C]) scan(ctx context.Context, w *crew.Worker, number int) error {
	first, n := s.Span(number)
	c := &s.chunks[number]
	from := first - s.Slice.First
	for o := range n {
		if o&255 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := from + o
		if s.resumed && s.known.Has(first+o) {
			continue
		}
		best, inside, err := s.exits(w, first+o)
		if err != nil {
			return fmt.Errorf("position #%d: %w", first+o, err)
		}
		left := len(inside)
		if s.resumed {
			for _, j := range inside {
				k := j - s.Slice.First
				if !s.known.Has(j) {
					continue
				}
				if v := int(s.values[k]); v > 0 {
					left--
				} else {
					best = max(best, -v) // as if it were an exit
				}
			}
		}
		if uint64(left) >= uint64(^C(0)) {
			return fmt.Errorf("position #%d: %w: it has %d, the limit is %d", first+o, region.ErrManySuccessors, left, ^C(0)-1)
		}
		if best > 127 {
			return fmt.Errorf("position #%d: %w", first+o, tooMuch(best))
		}
		s.values[at], s.left[at] = int8(best), C(left)
		if best > none || left == 0 {
			c.gains[uint8(best)>>6] |= 1 << (uint8(best) & 63)
		}
	}
	return nil
}

// exits returns the worth of the best exit of position i, or of the position itself if it is finished,
// and the other successors. The worker owns the list.
func (s *slice[C]) exits(w *crew.Worker, i uint64) (best int, inside []uint64, err error) {
	w.Indices, _ = w.Scratch.AppendSuccessors(w.Indices[:0], i)
	if len(w.Indices) == 0 {
		best = w.Score(i)
	} else {
		outside := 0
		for n, j := range w.Indices {
			if j-s.Slice.First >= s.Slice.Size {
				w.Indices[n], w.Indices[outside] = w.Indices[outside], j
				outside++
			}
		}
		var ok bool
		best, ok = s.Values.BestScore(w.Indices[:outside])
		if !ok {
			return 0, nil, fmt.Errorf("a move leads to a position in none of the slices that %s exits into", s.Slice.Name)
		}
		if inside = w.Indices[outside:]; outside == 0 {
			return none, inside, nil
		}
	}
	return best, inside, tooMuch(best)
}

// decideByExits decides the positions that an exit makes worth the current score, and those that have
// only exits left, none worth more than minus the current score.
func (s *slice[C]) decideByExits(ctx context.Context) error {
	return s.Crew.Run(ctx, task.Of(task.Score, s.Number, phase.Phase(s.score), s.Chunks, nil), func(_ context.Context, _ *crew.Worker, t task.Task) error {
		c := &s.chunks[t.Chunk]
		if !c.has(s.score) && !c.has(-s.score) && !s.resumed {
			return nil
		}
		first, n := s.Span(t.Chunk)
		from := first - s.Slice.First
		left, values := s.left[from:][:n], s.values[from:][:n]
		for o, v := range values {
			switch {
			case left[o] == ^C(0):
			case int(v) == s.score:
				s.decide(t.Chunk, uint32(o), s.score)
			case left[o] == 0 && int(v) <= -s.score:
				s.decide(t.Chunk, uint32(o), -s.score)
			}
		}
		return nil
	})
}

// has reports whether the best exit of an undecided position of the chunk may be worth that score.
func (c *chunk) has(score int) bool {
	return score < 128 && c.gains[uint8(score)>>6]>>(uint8(score)&63)&1 != 0
}

// gives reports whether the best exit of any undecided position may be worth that score.
func (s *slice[C]) gives(score int) bool {
	return slices.ContainsFunc(s.chunks, func(c chunk) bool { return c.has(score) })
}

// tooMuch returns an error if a score cannot be stored.
func tooMuch(points int) error {
	_, err := engine.Score.FromPoints(points)
	return err
}
