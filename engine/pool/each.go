package pool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers returns n, or one worker per core if n is 0 or less.
func Workers(n int) int {
	if n <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// Each calls f for the units 0 to n-1 and returns the first error. Workers take the units in
// ascending order. Each starts Workers(workers) goroutines, or n if that is less, and numbers them
// from 0. f may use the worker's number as an index of the worker's own memory. An error cancels
// f's context with that error. After an error, or once ctx is done, Each starts no more units. If
// ctx is done, Each returns its cause.
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
