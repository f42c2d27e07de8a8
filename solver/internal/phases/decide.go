package phases

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// decideAll takes as decided what is found in the chunks that are not done.
func (s *slice) decideAll(ctx context.Context, p phase.Phase) error {
	return s.Crew.Run(ctx, task.Of(task.Decide, s.region.Number, p, s.region.Chunks, s.done), s.perform)
}

// decide adds the seeds of a chunk to what was found there, takes out what is decided or
// must wait, and returns what is left.
func (s *slice) decide(w *crew.Worker, t task.Task, found []uint64) (none ledger.Change, err error) {
	won, lost := s.region.Words(s.region.Won.Words(), t.Chunk), s.region.Words(s.region.Lost.Words(), t.Chunk)
	if !t.Phase.Wins() && s.region.Waiting != nil {
		if err := s.decideWaits(w, t, found, won, lost); err != nil {
			return none, err
		}
	}
	used, err := s.addSeeds(t, found)
	if err != nil {
		return none, err
	}
	for k := range found {
		found[k] &^= lost[k]
		if t.Phase != phase.FirstWins { // wins known before that phase are of that phase
			found[k] &^= won[k]
		}
	}
	return s.result(t, roaring.FromDense(found, true), used), nil
}

// decideWaits ends the wait of positions of a chunk: they are lost if none of their moves
// within the slice is left. What waits longer is taken out of what was found.
func (s *slice) decideWaits(w *crew.Worker, t task.Task, found, won, lost []uint64) error {
	first, _ := s.region.Span(t.Chunk)
	waiting := s.region.Words(s.region.Waiting.Words(), t.Chunk)
	waits, err := s.Ledger.Get(s.key(ledger.Waits, t.Phase, t.Chunk))
	if err != nil {
		return err
	}
	if waits != nil {
		ledger.EachOffset(waits, func(o uint32) {
			waiting[o>>6] &^= 1 << (o & 63)
			if (won[o>>6]|lost[o>>6])>>(o&63)&1 == 0 && s.region.NoneLeft(w.Searcher, first+uint64(o)) {
				found[o>>6] |= 1 << (o & 63)
			}
		})
	}
	for k := range found {
		found[k] &^= waiting[k]
	}
	return nil
}

// addSeeds adds the seeds of a chunk for a phase to found, and returns the keys of the
// records that are used up by that.
func (s *slice) addSeeds(t task.Task, found []uint64) (used []ledger.Key, err error) {
	key := s.key(ledger.Seeds, t.Phase, t.Chunk)
	b, err := s.Ledger.Get(key)
	if err != nil || b == nil {
		return nil, err
	}
	ledger.EachOffset(b, func(o uint32) { found[o>>6] |= 1 << (o & 63) })
	return []ledger.Key{key}, nil
}

// result returns the result of a task that found something in its chunk, with the records
// used up by that. A chunk with nothing new leaves no record: it costs nothing to find that
// again.
func (s *slice) result(t task.Task, found *roaring.Bitmap, used []ledger.Key) ledger.Change {
	r := ledger.Change{Remove: used}
	if !found.IsEmpty() {
		r.Unite = []ledger.Set{{Key: s.key(ledger.Frontier, t.Phase, t.Chunk), Bits: found}}
	}
	return r
}
