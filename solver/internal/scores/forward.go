package scores

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// looked holds the offsets of positions that follow from decided ones.
type looked struct{ won, lost []uint32 }

// lookAll searches the successors of all undecided positions, and decides those that follow from
// decided ones.
func (s *slice[C]) lookAll(ctx context.Context) error {
	results := make([]looked, s.Chunks)
	err := s.Crew.Run(ctx, task.Of(task.Forward, s.Number, s.round, s.Chunks, nil), func(ctx context.Context, w *crew.Worker, t task.Task) (err error) {
		results[t.Chunk], err = s.look(ctx, w, t.Chunk)
		return err
	})
	if err != nil {
		return err
	}
	for chunk, f := range results { // only now: tasks read earlier decisions
		for _, o := range f.won {
			s.decide(chunk, o, s.score)
		}
		for _, o := range f.lost {
			s.decide(chunk, o, -s.score)
		}
	}
	return nil
}

// look returns the positions of a chunk that follow from decided ones.
func (s *slice[C]) look(ctx context.Context, w *crew.Worker, chunk int) (f looked, err error) {
	first, n := s.Span(chunk)
	from := first - s.Slice.First
	for o := range n {
		if o&255 == 0 && ctx.Err() != nil {
			return f, ctx.Err()
		}
		at := from + o
		if s.left[at] == ^C(0) {
			continue
		}
		best, inside, err := s.exits(w, first+o)
		if err != nil {
			return f, err
		}
		open := false
		for _, j := range inside {
			k := j - s.Slice.First
			if s.left[k] != ^C(0) {
				open = true
			} else if s.values[k] < 0 {
				if s.score > 127 {
					return f, fmt.Errorf("position #%d: %w", first+o, tooMuch(s.score))
				}
				f.won = append(f.won, uint32(o))
				open = true
				break
			}
		}
		if !open && best <= -s.score {
			f.lost = append(f.lost, uint32(o))
		}
	}
	return f, nil
}
