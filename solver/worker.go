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
	id      int
	scratch engine.Scratch
	abilities
	indices []uint64
	lookout lookout
}

func newWorker(id int, g engine.Game) *worker {
	scratch := g.NewScratch()
	return &worker{id: id, scratch: scratch, abilities: abilitiesOf(scratch)}
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
