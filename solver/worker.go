package solver

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/foregone-db/foregone/engine"
)

// worker is what a goroutine of the solve has of its own: the game's scratch, its
// optional parts, and buffers.
type worker struct {
	id       int
	scratch  engine.Scratch
	unmover  engine.Unmover    // nil where the game has none
	scanner  engine.WinScanner // nil where the game has none
	seeder   engine.Seeder     // nil where the game has none
	searcher engine.Searcher
	layers   engine.LayerEvaluator // nil where the game has none
	scorer   engine.Scorer         // games of scores have one
	indices  []uint64
	lookout  lookout
}

func newWorker(id int, g engine.Game) *worker {
	w := &worker{id: id, scratch: g.NewScratch()}
	w.unmover, _ = w.scratch.(engine.Unmover)
	if u, ok := w.scratch.(engine.OpenUnmover); ok && w.unmover != nil {
		w.unmover = openUnmover{u}
	}
	w.scanner, _ = w.scratch.(engine.WinScanner)
	w.seeder, _ = w.scratch.(engine.Seeder)
	w.layers, _ = w.scratch.(engine.LayerEvaluator)
	w.scorer, _ = w.scratch.(engine.Scorer)
	var ok bool
	if w.searcher, ok = w.scratch.(engine.Searcher); !ok {
		w.searcher = &plainSearcher{scratch: w.scratch}
	}
	return w
}

// openUnmover is the [engine.Unmover] of a solve for games that leave predecessors out
// which the seed scan decides.
type openUnmover struct{ engine.OpenUnmover }

func (u openUnmover) AppendPredecessors(dst []uint64, i uint64) []uint64 {
	return u.AppendOpenPredecessors(dst, i)
}

// plainSearcher is the [engine.Searcher] of games that bring none.
type plainSearcher struct {
	scratch engine.Scratch
	indices []uint64
}

func (p *plainSearcher) Outside(i uint64, set *engine.Set) (uint64, bool) {
	var ends engine.Ends
	p.indices, ends = p.scratch.AppendSuccessors(p.indices[:0], i)
	if ends&(engine.DrawsNow|engine.IsDrawn|engine.IsWon) != 0 {
		return i, true
	}
	if n := set.FirstLacking(p.indices); n >= 0 {
		return p.indices[n], true
	}
	return 0, false
}

func (p *plainSearcher) AnyIn(i uint64, set *engine.Set) bool {
	p.indices, _ = p.scratch.AppendSuccessors(p.indices[:0], i)
	return set.FirstOf(p.indices) >= 0
}

// crew runs work on all workers.
type crew []*worker

func newCrew(n int, g engine.Game) crew {
	c := make(crew, n)
	for i := range c {
		c[i] = newWorker(i, g)
	}
	return c
}

// each calls f for the units 0 to n-1, in ascending order as workers come free, and
// returns the first error. It starts no unit after an error or once ctx is done.
func (c crew) each(ctx context.Context, n int, f func(ctx context.Context, w *worker, unit int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range c {
		group.Add(1)
		go func() {
			defer group.Done()
			for ctx.Err() == nil {
				unit := int(next.Add(1) - 1)
				if unit >= n {
					return
				}
				if err := f(ctx, w, unit); err != nil {
					cancel(err)
					return
				}
			}
		}()
	}
	group.Wait()
	return context.Cause(ctx)
}
