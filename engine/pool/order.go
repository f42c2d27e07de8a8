package pool

import (
	"context"
	"iter"
	"sync"
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

// Line distributes pieces of work among goroutines. It takes the results one at a time, in the
// order of [Line.Send]. Only one goroutine may call Send and [Line.Close].
type Line[T any] struct {
	todo    chan *linePiece[T] // to the workers
	order   chan *linePiece[T] // the same pieces, to the taker
	workers sync.WaitGroup
	taker   sync.WaitGroup
}

type linePiece[T any] struct {
	piece T
	done  chan struct{}
}

// NewLine starts a line and numbers its workers from 0. Up to ahead pieces wait for take. The
// workers call work, and one other goroutine calls take.
func NewLine[T any](workers, ahead int, work func(worker int, piece T), take func(piece T)) *Line[T] {
	l := &Line[T]{todo: make(chan *linePiece[T], workers), order: make(chan *linePiece[T], ahead)}
	for worker := range workers {
		l.workers.Go(func() {
			for p := range l.todo {
				work(worker, p.piece)
				close(p.done)
			}
		})
	}
	l.taker.Go(func() {
		for p := range l.order {
			<-p.done
			take(p.piece)
		}
	})
	return l
}

// Send passes a piece to the workers. It blocks while the line is full.
func (l *Line[T]) Send(piece T) {
	p := &linePiece[T]{piece, make(chan struct{})}
	l.order <- p
	l.todo <- p
}

// Close waits until take has received every piece, and ends the goroutines.
func (l *Line[T]) Close() {
	close(l.todo)
	close(l.order)
	l.workers.Wait()
	l.taker.Wait()
}
