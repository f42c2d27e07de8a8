package phases

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
)

// countLeft sets the counters of a chunk and adds its losses to Found.
func countLeft(ctx context.Context, s *slice, w *crew.Worker, chunk int) error {
	b, counters := s.bits, s.edges.counters
	return eachOpen(ctx, s, chunk, func(i uint64) (bool, error) {
		var ends engine.Ends
		w.Indices, ends = w.Scratch.AppendSuccessors(w.Indices[:0], i)
		n := b.Won.CountLacking(w.Indices)
		if ends&(engine.DrawsNow|engine.IsDrawn) != 0 || b.Rescued != nil && b.Rescued.Has(i) {
			n = region.Never
		}
		if err := counters.Set(i-b.Slice.First, n); err != nil {
			return false, fmt.Errorf("position #%d: %w", i, err)
		}
		return n == 0, nil
	})
}

// subtractWins returns a sink that subtracts updates from the counters. In the chunks that are not
// done it adds the positions with none left to Found.
func subtractWins(s *slice) exchange.Sink {
	b, counters := s.bits, s.edges.counters
	return exchange.Memory(s.env.Chunks, func(chunk int, offsets []uint32) {
		found := b.Words(b.Found, chunk)
		if s.records.done[chunk] { // its losses are known
			found = make([]uint64, len(found))
		}
		counters.Decrement(uint64(chunk)<<b.Shift, offsets, found)
	})
}

// restoreCounters subtracts the wins in the frontier from the counters, as a complete phase of an
// earlier run did.
func restoreCounters(ctx context.Context, s *slice, p phase.Phase) error {
	if s.env.Codec.Wins(p) || s.edges.counters == nil {
		return nil
	}
	return sendFrontier(ctx, s, p, subtractWins(s))
}
