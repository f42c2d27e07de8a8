package pool

import "sync"

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
