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
	counters    region.Counters // nil: not valid
	uncountable atomic.Bool     // there is no room for counters, or a position has too many successors
	sunk        float64         // CPU seconds that finding losses without counters should have taken so far
	exchange    *exchange.Exchange
	reverse     *reverse // nil: the game lists predecessors, or phases look forward
	spilled     uint64   // bytes of updates written to disk
}

// openEdges opens the reverse graph of an earlier run or a new one, if the plan has one.
func openEdges(e *env) (g *edges, err error) {
	g = &edges{}
	g.uncountable.Store(!e.mode.Counting)
	if e.mode.Reverse {
		g.reverse, err = openReverse(e)
	}
	return g, err
}

// close drops the reverse graph. Its log stays unless the slice is solved.
func (g *edges) close(e *env, solved bool) error {
	if g.reverse == nil {
		return nil
	}
	return g.reverse.close(e, solved)
}

// makeCounters makes counters that are all 0.
func (g *edges) makeCounters(e *env) { g.counters = region.NewCounters(e.Slice.Size, e.Plan.Counter) }

// countsFit returns err, unless a count did not fit and the solver can do without counters.
func (g *edges) countsFit(e *env, err error) error {
	if errors.Is(err, region.ErrManySuccessors) && e.Strategy == budget.Auto {
		g.uncountable.Store(true)
		return nil
	}
	return err
}

// noneLeft reports whether the opponent wins all successors of an undecided position.
func (g *edges) noneLeft(b *region.Bits, searcher fast.Searcher, i uint64) bool {
	if g.counters != nil {
		return g.counters.Decided(i - b.Slice.First)
	}
	return b.AllWon(searcher, i, true)
}

// begin begins a step of updates.
func (g *edges) begin(e *env, to exchange.Sink) *exchange.Exchange {
	if g.exchange == nil {
		g.exchange = exchange.New(e.Slice.First, e.Shift, e.Chunks, len(e.Crew.Workers), e.mode.Buffers)
	}
	g.exchange.Begin(to)
	return g.exchange
}
