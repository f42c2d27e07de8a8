package phases

import (
	"context"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// lookForward adds to Found the undecided positions of a chunk that the phase decides.
func lookForward(ctx context.Context, s *slice, w *crew.Worker, t task.Task) error {
	b := s.bits
	if s.env.Codec.Wins(t.Phase) {
		return eachOpen(ctx, s, t.Chunk, func(i uint64) (bool, error) { return w.Searcher.AnyIn(i, b.Lost), nil })
	}
	return eachOpen(ctx, s, t.Chunk, func(i uint64) (bool, error) { return b.AllWon(w.Searcher, i), nil })
}

// eachOpen calls test with every undecided position of a chunk. It adds those that pass to
// Found, unless the chunk is done.
func eachOpen(ctx context.Context, s *slice, chunk int, test func(i uint64) (bool, error)) error {
	b, done := s.bits, s.records.done[chunk]
	first, n := b.Span(chunk)
	found, won, lost := b.Words(b.Found, chunk), b.Words(b.Won.Words(), chunk), b.Words(b.Lost.Words(), chunk)
	for k := range found {
		if k&15 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for open := ^(won[k] | lost[k]); open != 0; open &= open - 1 {
			offset := uint64(k<<6 + bits.TrailingZeros64(open))
			if offset >= n {
				break
			}
			yes, err := test(first + offset)
			if err != nil {
				return err
			}
			if yes && !done {
				found[k] |= open & -open
			}
		}
	}
	return nil
}
