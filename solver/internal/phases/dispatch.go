package phases

import (
	"context"
	"fmt"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// perform does a task and applies its result. In a run on this machine alone the two
// follow each other. Of a run on several machines (together.go) one does what others
// apply, too.
func (s *slice) perform(ctx context.Context, w *crew.Worker, t task.Task) error {
	found, err := s.do(ctx, w, t)
	if err != nil {
		return err
	}
	return s.apply(t, found)
}

// do does a task of any kind and returns its result: the records that it found. Besides
// these a task writes only what is in memory of its own chunk (package region), and sends
// updates to others (package exchange); both may be done again. What it reads of others
// says [task.Kind.Reads].
func (s *slice) do(ctx context.Context, w *crew.Worker, t task.Task) (found ledger.Change, err error) {
	switch t.Kind {
	case task.Wins:
		return found, s.scan.scanWins(ctx, w, t)
	case task.Scan:
		return s.scan.scanChunk(ctx, w, t)
	case task.Part:
		return s.scan.parts.scanPart(ctx, w, t)
	case task.Sort:
		return found, s.reverse.sortMoves(w, t.Chunk)
	case task.Send:
		return found, s.updates.sendFrontier(ctx, w, t)
	case task.Forward:
		return s.lookForward(ctx, w, t)
	case task.Count:
		return s.countLeft(ctx, w, t)
	case task.Confirm:
		return s.confirm(ctx, w, t)
	case task.Decide:
		return s.decide(w, t, s.region.Words(s.region.Found, t.Chunk))
	case task.Absorb:
		return spilling{s}.absorb(w, t)
	case task.Finish:
		return spilling{s}.finish(w, t)
	}
	return found, fmt.Errorf("task %v is not for a slice of phases", t)
}

// apply makes the result of a task part of what is known. To apply it twice is to apply it
// once.
func (s *slice) apply(t task.Task, found ledger.Change) error {
	if len(found.Unite) == 0 && len(found.Remove) == 0 {
		return nil
	}
	counts, err := s.Ledger.Commit(found)
	if err != nil {
		return err
	}
	for n, set := range found.Unite {
		if set.Key.Record != ledger.Frontier {
			continue
		}
		s.counts[t.Chunk] = counts[n]
		if s.mode.Spilling && t.Phase.Wins() {
			won := s.region.Words(s.region.Won.Words(), t.Chunk)
			ledger.EachRun(set.Bits, func(offsets []uint32) {
				for _, o := range offsets {
					won[o>>6] |= 1 << (o & 63)
				}
			})
		}
	}
	return nil
}
