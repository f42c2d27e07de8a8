package pool

import (
	"context"
	"fmt"
	"iter"
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

// A Failure is the panic value of code that has no error result, such as a game's hot methods. It
// stands for a cause outside the program. [Each] and [InOrder] return its error. Other callers use
// [Catch].
type Failure struct{ Err error }

func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns the error.
func (f Failure) Unwrap() error { return f.Err }

// Fail panics with a [Failure].
func Fail(format string, args ...any) { panic(Failure{fmt.Errorf(format, args...)}) }

// Catch stores the error of a [Failure] in err, and repeats any other panic. The caller must defer
// it.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Failure:
		*err = r.Err
	default:
		panic(r)
	}
}

// caught calls f and returns its error, or the error of the [Failure] it panics with.
func caught(f func() error) (err error) {
	defer Catch(&err)
	return f()
}

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
