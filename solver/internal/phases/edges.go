package phases

import (
	"errors"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
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

// openEdges opens the reverse graph of an earlier run or a new one, if the plan has one.
func openEdges(e *env) (ed *edges, err error) {
	ed = &edges{}
	ed.noCounters.Store(!e.mode.Counting)
	if e.mode.Reverse {
		ed.reverse, err = openReverse(e)
	}
	return ed, err
}

// close drops the reverse graph. Its log stays unless the slice is solved.
func (ed *edges) close(e *env, solved bool) error {
	if ed.reverse == nil {
		return nil
	}
	return ed.reverse.close(e, solved)
}

// makeCounters makes counters that are all 0.
func (ed *edges) makeCounters(e *env) { ed.counters = region.NewCounters(e.Slice.Size, e.Plan.Counter) }

// forgives reports whether the solve goes on without counters after an error: a count did not fit,
// and the strategy has other ways.
func (ed *edges) forgives(e *env, err error) bool {
	forgives := errors.Is(err, region.ErrManySuccessors) && e.Strategy == budget.Auto
	if forgives {
		ed.noCounters.Store(true)
	}
	return forgives
}

// noneLeft reports whether the opponent wins all successors of an undecided position.
func (ed *edges) noneLeft(b *region.Bits, searcher fast.Searcher, i uint64) bool {
	if ed.counters != nil {
		return ed.counters.Decided(i - b.Slice.First)
	}
	return b.AllWon(searcher, i)
}

// beginUpdates begins a step of updates.
func (ed *edges) beginUpdates(e *env, to exchange.Sink) *exchange.Exchange {
	if ed.exchange == nil {
		ed.exchange = exchange.New(e.Slice.First, e.Shift, e.Chunks, len(e.Crew.Workers), e.mode.Buffers)
	}
	ed.exchange.Begin(to)
	return ed.exchange
}
