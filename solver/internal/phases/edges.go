package phases

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/region"
)

// edges has what a solve knows about the moves within a slice: the number of moves left to each
// position, the predecessors of positions, and the buffers that carry updates to them.
type edges struct {
	counters   region.Counters // nil: not valid
	noCounters atomic.Bool     // there is no room for counters, or a position has too many successors
	exchange   *exchange.Exchange
	reverse    *reverse // nil: the game lists predecessors, or phases look forward
	spilled    uint64   // bytes of updates written to disk
}

// close drops the reverse graph. Its log stays unless the slice is solved.
func (ed *edges) close(e *env, solved bool) error {
	if ed.reverse == nil {
		return nil
	}
	return ed.reverse.close(e, solved)
}

// makeCounters makes counters that are all 0.
func (ed *edges) makeCounters(e *env) { ed.counters = region.NewCounters(e.Held(), e.Plan.Counter) }

// forgives reports whether the solve goes on without counters after an error: a count did not fit,
// and the strategy has other ways.
func (ed *edges) forgives(e *env, err error) bool {
	forgives := errors.Is(err, region.ErrManySuccessors) && e.Strategy == budget.Auto
	if forgives {
		ed.noCounters.Store(true)
	}
	return forgives
}

// noneLeft reports whether the opponent wins all successors of an undecided position of a chunk.
func (ed *edges) noneLeft(b *region.Bits, searcher fast.Searcher, chunk int, offset uint32) bool {
	if ed.counters != nil {
		return ed.counters.Decided(b.Place(chunk) + uint64(offset))
	}
	return b.AllWon(searcher, b.Slice.First+uint64(chunk)<<b.Shift+uint64(offset))
}

// beginUpdates begins a step of updates.
func (ed *edges) beginUpdates(e *env, to exchange.Sink) *exchange.Exchange {
	if ed.exchange == nil {
		ed.exchange = exchange.New(e.Slice.First, e.Shift, e.Chunks, len(e.Crew.Workers), e.mode.Buffers)
	}
	ed.exchange.Begin(to)
	return ed.exchange
}

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
