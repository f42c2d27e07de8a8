package pool

import "sync"

// Line has pieces of work done by several goroutines, and takes them off, one at a time,
// in the order in which they were sent. [Line.Send] and [Line.Close] belong to one
// goroutine.
type Line[T any] struct {
	todo    chan *linePiece[T] // to the workers
	order   chan *linePiece[T] // the same, to whom takes them off
	workers sync.WaitGroup
	taker   sync.WaitGroup
}

type linePiece[T any] struct {
	piece T
	done  chan struct{}
}

// NewLine starts a line of so many workers, numbered from 0. Up to ahead pieces wait to be
// taken off. Work is called by the workers, take by one other goroutine.
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

// Send hands a piece over. It waits while too many are ahead.
func (l *Line[T]) Send(piece T) {
	p := &linePiece[T]{piece, make(chan struct{})}
	l.order <- p
	l.todo <- p
}

// Close waits until all that was sent is taken off, and ends the goroutines.
func (l *Line[T]) Close() {
	close(l.todo)
	close(l.order)
	l.workers.Wait()
	l.taker.Wait()
}
