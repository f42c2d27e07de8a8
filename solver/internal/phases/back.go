package phases

import (
	"context"
	"math/bits"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// winsBack marks the predecessors of the new losses, which are won.
type winsBack struct{ s *slice }

func (*winsBack) step(phase.Phase) progress.Step {
	return progress.Step{Name: progress.LossesToWins, Strategy: string(budget.Backward)}
}

func (w *winsBack) cost(t *trial) float64 { return t.backCost() }

func (w *winsBack) find(ctx context.Context, p phase.Phase) error {
	if err := w.s.updates.sendAll(ctx, p, w.s.done, w.s.updates.marks()); err != nil {
		return err
	}
	return w.s.decideAll(ctx, p)
}

// updates send what follows from a frontier to the chunks that it is about.
type updates struct {
	s        *slice
	exchange *exchange.Exchange // made for the first step that needs it
}

// marks adds what it is sent to Found.
func (u *updates) marks() exchange.Sink {
	return exchange.NewMemory(u.s.region.Chunks, false, func(chunk int, offsets []uint32) {
		found := u.s.region.Words(u.s.region.Found, chunk)
		for _, o := range offsets {
			found[o>>6] |= 1 << (o & 63)
		}
	})
}

// sendAll puts the predecessors of the frontier into a sink, those in chunks to skip
// excepted: of an interrupted phase some are done, and need only what counters need.
func (u *updates) sendAll(ctx context.Context, p phase.Phase, skip []bool, to exchange.Sink) error {
	x := u.exchangeTo(p, skip, to)
	err := u.s.run(ctx, task.Send, p, nil)
	if err == nil {
		err = u.s.reverse.failure()
	}
	if err != nil {
		return err
	}
	return x.Flush(ctx, u.s.Crew)
}

// exchangeTo makes the exchange ready for a phase.
func (u *updates) exchangeTo(p phase.Phase, skip []bool, to exchange.Sink) *exchange.Exchange {
	if u.exchange == nil {
		r := u.s.region
		u.exchange = exchange.New(r.Slice.First, r.Shift, r.Chunks, len(u.s.Crew.Workers), u.s.mode.Buffers)
	}
	u.exchange.Begin(p, skip, to)
	return u.exchange
}

// sendFrontier sends the predecessors of the frontier in a task's chunk.
func (u *updates) sendFrontier(ctx context.Context, w *crew.Worker, t task.Task) error {
	if !u.s.mode.Spilling {
		return u.send(ctx, w, t.Chunk, u.s.region.Words(u.s.region.Frontier, t.Chunk))
	}
	words, err := spilling{u.s}.source(w, t)
	if err != nil {
		return err
	}
	return u.send(ctx, w, t.Chunk, words)
}

// send sends the predecessors of some positions of a chunk, a bit each. A spilling run
// leaves those out that are won already.
func (u *updates) send(ctx context.Context, w *crew.Worker, chunk int, words []uint64) error {
	first, _ := u.s.region.Span(chunk)
	sender := u.exchange.Sender(w.ID)
	sender.From(chunk)
	sent := false
	for k, word := range words {
		if word == 0 {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for sent = true; word != 0; word &= word - 1 {
			w.Indices = w.Unmover.AppendPredecessors(w.Indices[:0], first+uint64(k<<6+bits.TrailingZeros64(word)))
			if u.s.mode.Spilling {
				w.Indices = u.s.region.Won.KeepLacking(w.Indices)
			}
			if err := sender.Send(w.Indices); err != nil {
				return err
			}
		}
	}
	if sent {
		sender.End()
	}
	return nil
}
