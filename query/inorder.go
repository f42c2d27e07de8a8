package query

import (
	"context"
	"iter"
	"sync"

	"github.com/foregone-db/foregone/kv/raw"
)

// piece is a part of some work, and what came of it once done is closed.
type piece[In, Out any] struct {
	in   In
	out  Out
	err  error
	done chan struct{}
}

// inOrder calls work for each of the inputs on so many goroutines, which it numbers
// from 0, and use, in this goroutine, for the results in the order of the inputs.
// It returns the first error in that order, or the context's, once all goroutines
// have ended. Work is at most twice as many pieces as goroutines ahead of use.
func inOrder[In, Out any](ctx context.Context, workers int, inputs iter.Seq[In], work func(worker int, in In) (Out, error), use func(in In, out Out) error) error {
	var group sync.WaitGroup
	defer group.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // before the wait
	todo := make(chan *piece[In, Out])
	order := make(chan *piece[In, Out], 2*workers)
	group.Go(func() {
		defer close(order)
		defer close(todo)
		for in := range inputs {
			p := &piece[In, Out]{in: in, done: make(chan struct{})}
			select {
			case order <- p:
			case <-ctx.Done():
				return
			}
			select {
			case todo <- p:
			case <-ctx.Done():
				p.err = ctx.Err()
				close(p.done)
				return
			}
		}
	})
	for w := range workers {
		group.Go(func() {
			for p := range todo {
				if p.err = ctx.Err(); p.err == nil {
					p.out, p.err = work(w, p.in)
				}
				close(p.done)
			}
		})
	}
	for p := range order {
		<-p.done
		if p.err != nil {
			return p.err
		}
		if err := use(p.in, p.out); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// pieces cuts ranges into ranges of at most n indices.
func pieces(rs raw.Ranges, n uint64) iter.Seq[raw.Range] {
	return func(yield func(raw.Range) bool) {
		for _, r := range rs {
			for first := r.First; ; first += n {
				last := r.Last
				if last-first >= n {
					last = first + (n - 1)
				}
				if !yield(raw.Range{First: first, Last: last}) {
					return
				}
				if last == r.Last {
					break
				}
			}
		}
	}
}
