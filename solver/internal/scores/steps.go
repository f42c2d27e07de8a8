package scores

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
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

// lossesToWins takes the positions that the last round found to be worth minus the current score,
// and decides their predecessors.
func (s *slice[C]) lossesToWins(ctx context.Context) error {
	var beyond atomic.Bool // the score exceeds what a value can hold
	sink := exchange.Memory(s.Chunks, func(chunk int, offsets []uint32) {
		left := s.left[uint64(chunk)<<s.Shift:]
		for _, o := range offsets {
			switch {
			case left[o] == ^C(0):
			case s.score > 127:
				beyond.Store(true)
			default:
				s.decide(chunk, o, s.score)
			}
		}
	})
	err := s.send(ctx, sink, func(c *chunk) *bitmap { return &c.fresh.lost })
	if err == nil && beyond.Load() {
		err = fmt.Errorf("a move in %s: %w", s.Slice.Name, tooMuch(s.score))
	}
	return err
}

// winsToLosses takes the positions that the last round found to be worth the current score, and
// subtracts them from the counts of their predecessors. It decides the predecessors whose count
// reaches 0.
func (s *slice[C]) winsToLosses(ctx context.Context) error {
	sink := exchange.Memory(s.Chunks, func(chunk int, offsets []uint32) {
		from := uint64(chunk) << s.Shift
		left, values := s.left[from:], s.values[from:]
		for _, o := range offsets {
			n := left[o]
			if n == ^C(0) || n == 0 {
				continue
			}
			left[o] = n - 1
			if n == 1 && int(values[o]) <= -s.score {
				s.decide(chunk, o, -s.score)
			}
		}
	})
	return s.send(ctx, sink, func(c *chunk) *bitmap { return &c.fresh.won })
}

// any reports whether the last round found positions of a kind in any chunk.
func (s *slice[C]) any(of func(c *chunk) *bitmap) bool {
	for n := range s.chunks {
		if of(&s.chunks[n]).n > 0 {
			return true
		}
	}
	return false
}

// send sends the predecessors of the positions that the last round found to their chunks.
func (s *slice[C]) send(ctx context.Context, to exchange.Sink, of func(c *chunk) *bitmap) error {
	if !s.any(of) {
		return nil
	}
	idle := make([]bool, s.Chunks)
	for n := range s.chunks {
		idle[n] = of(&s.chunks[n]).n == 0
	}
	s.updates.Begin(to)
	err := s.Crew.Run(ctx, task.Of(task.Send, s.Number, s.round, s.Chunks, idle), func(ctx context.Context, w *crew.Worker, t task.Task) error {
		first, _ := s.Span(t.Chunk)
		return s.updates.Sender(w.ID).SendPredecessors(ctx, w, first, t.Chunk, of(&s.chunks[t.Chunk]).words, nil)
	})
	if err != nil {
		return err
	}
	return s.updates.Flush(ctx, s.Crew)
}
