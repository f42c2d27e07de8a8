package scores

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/task"
)

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
