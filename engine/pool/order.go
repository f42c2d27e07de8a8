package pool

import (
	"context"
	"iter"
)

// result is an input and the output or error of its work.
type result[In, Out any] struct {
	in  In
	out Out
	err error
}

// InOrder calls work for each input on several goroutines, which it numbers from 0. One other
// goroutine calls use for the results, in the order of the inputs. InOrder returns after all
// goroutines have ended, with the first error in that order, or else the context's. Work runs at
// most about twice as many pieces as goroutines ahead of use.
func InOrder[In, Out any](ctx context.Context, workers int, inputs iter.Seq[In], work func(worker int, in In) (Out, error), use func(in In, out Out) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failure error // owned by the goroutine that takes results, until the line is closed
	line := NewLine(workers, 2*workers, func(worker int, r *result[In, Out]) {
		if r.err = ctx.Err(); r.err == nil {
			r.err = caught(func() (err error) {
				r.out, err = work(worker, r.in)
				return err
			})
		}
	}, func(r *result[In, Out]) {
		if failure != nil {
			return
		}
		if failure = r.err; failure == nil {
			failure = caught(func() error { return use(r.in, r.out) })
		}
		if failure != nil {
			cancel()
		}
	})
	for in := range inputs {
		if ctx.Err() != nil {
			break
		}
		line.Send(&result[In, Out]{in: in})
	}
	line.Close()
	if failure != nil {
		return failure
	}
	return ctx.Err()
}
