package pool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns n, or one worker per core where n is not above 0.
func Workers(n int) int {
	if n <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// Each calls f for the units 0 to n-1, in ascending order as workers become free, and returns the first
// error. A worker is a goroutine with a number from 0 on, which f may use as an index of its own
// memory. There are Workers(workers) of them, or n if that is less. After an error, or once ctx is done,
// Each starts no more units, and f's context is done. If ctx is done it returns the cause.
func Each(ctx context.Context, workers, n int, f func(ctx context.Context, worker, unit int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taken atomic.Int64
	var group sync.WaitGroup
	for worker := range min(Workers(workers), n) {
		group.Go(func() {
			for ctx.Err() == nil {
				unit := int(taken.Add(1) - 1)
				if unit >= n {
					return
				}
				if err := caught(func() error { return f(ctx, worker, unit) }); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}
