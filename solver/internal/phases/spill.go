package phases

import (
	"context"
	"math/bits"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// spilling is the way of a run that has one bit a position in memory: what is won. The
// predecessors of a frontier that are not won go to disk, by destination chunk, and are
// then absorbed chunk by chunk. After new losses they are won. After new wins they are
// looked at once more: those with no successor left that is not won are lost.
//
// That is done in rounds, of some source chunks each, which bounds the disk that is
// needed and the work that an interruption costs. What a round finds is added to the
// frontier's records, and the note of the phase's sources tells how many source
// chunks are done; a round that is done twice does no harm.
type spilling struct{ s *slice }

// roundTime is how long sources are sent in a round, and budget.RoundBytes how many bytes
// of updates.
const roundTime = time.Minute

func (w spilling) step(p phase.Phase) progress.Step {
	switch {
	case w.s.source == 0:
		return progress.Step{Name: progress.Seeds}
	case p.Wins():
		return progress.Step{Name: progress.LossesSpilled, Strategy: string(budget.Backward)}
	}
	return progress.Step{Name: progress.WinsSpilled, Strategy: string(budget.Backward)}
}

// cost implements [way]. There is no other way to compare with.
func (w spilling) cost(*trial) float64 { return 0 }

func (w spilling) find(ctx context.Context, p phase.Phase) error {
	s, chunks := w.s, w.s.region.Chunks
	from := 0
	if _, err := s.Ledger.Note(ledger.SourcesName(s.region.Number, p), &from); err != nil {
		return err
	}
	if s.source == 0 {
		from = chunks
	}
	if err := w.reload(p); err != nil {
		return err
	}
	counter := s.Reporter.Count(p, chunks, from)
	for from < chunks {
		var err error
		if from, err = w.round(ctx, p, from, counter); err != nil {
			return err
		}
	}
	return s.Crew.Run(ctx, task.Of(task.Finish, s.region.Number, p, chunks, nil), s.perform)
}

// reload makes use of what the ledger has of an interrupted phase.
func (w spilling) reload(p phase.Phase) error {
	s := w.s
	err := s.Ledger.EachKey(ledger.Frontier, s.region.Number, func(k phase.Phase, chunk int) (err error) {
		if k == p {
			s.counts[chunk], _, err = s.Ledger.Count(s.key(ledger.Frontier, p, chunk))
		}
		return err
	})
	if err != nil || !p.Wins() {
		return err
	}
	return s.recovery.reloadSet(s.region.Won, ledger.Frontier, p)
}

// round sends the predecessors of some source chunks, from one on, and absorbs them.
// It returns the first chunk of the next round.
func (w spilling) round(ctx context.Context, p phase.Phase, from int, counter *progress.Counter) (int, error) {
	s, number, chunks := w.s, w.s.region.Number, w.s.region.Chunks
	spill, err := exchange.NewSpill(s.Scratch, chunks, len(s.Crew.Workers))
	if err != nil {
		return 0, err
	}
	defer spill.Close()
	s.spill = spill
	x := s.updates.exchangeTo(p, nil, spill)
	started := time.Now()
	enough := func() bool { return spill.Written() > budget.RoundBytes || time.Since(started) > roundTime }
	rest, err := s.Crew.RunUntil(ctx, task.Of(task.Send, number, p, chunks, nil)[from:], enough, func(ctx context.Context, worker *crew.Worker, t task.Task) error {
		defer counter.Done()
		return s.perform(ctx, worker, t)
	})
	if err == nil {
		err = x.Flush(ctx, s.Crew)
	}
	if err != nil {
		return 0, err
	}
	s.spilled += spill.Written()
	if err := s.Crew.Run(ctx, task.Of(task.Absorb, number, p, chunks, nil), s.perform); err != nil {
		return 0, err
	}
	next := task.First(rest, chunks) // all before it are done
	_, err = s.Ledger.Commit(ledger.Change{Notes: map[string]any{ledger.SourcesName(number, p): next}, Sync: true})
	return next, err
}

// source returns what the phase before a task's decided in its chunk, a bit each.
// Immediate wins, which the scan made use of, are left out if the game can tell them.
func (w spilling) source(worker *crew.Worker, t task.Task) ([]uint64, error) {
	s, before := w.s, t.Phase-1
	b, err := s.Ledger.Get(s.key(ledger.Frontier, before, t.Chunk))
	if err != nil || b == nil {
		return nil, err
	}
	words := s.region.NewWords(t.Chunk)
	b.WriteDenseTo(words)
	if before == phase.FirstWins && s.instant && worker.Scanner != nil {
		first, n := s.region.Span(t.Chunk)
		instant := fast.NewSet(first, n)
		worker.Scanner.ScanWins(instant, first, n)
		for k, word := range instant.Words() {
			words[k] &^= word
		}
	}
	return words, nil
}

// absorb finds out which of the positions that were sent to a chunk the phase decides.
func (w spilling) absorb(worker *crew.Worker, t task.Task) (none ledger.Change, err error) {
	s := w.s
	if !s.spill.Any(t.Chunk) {
		return none, nil
	}
	found := s.region.NewWords(t.Chunk)
	err = s.spill.Each(t.Chunk, func(offsets []uint32) {
		for _, o := range offsets {
			found[o>>6] |= 1 << (o & 63)
		}
	})
	if err != nil {
		return none, err
	}
	if !t.Phase.Wins() {
		if err := w.leaveOut(t, found); err != nil {
			return none, err
		}
		w.confirm(worker, t, found)
		return s.result(t, roaring.FromDense(found, false), nil), nil
	}
	won := s.region.Words(s.region.Won.Words(), t.Chunk)
	for k := range found {
		found[k] &^= won[k]
	}
	return s.result(t, roaring.FromDense(found, false), nil), nil
}

// finish adds what is seeded in a chunk, or waited for the phase.
func (w spilling) finish(worker *crew.Worker, t task.Task) (none ledger.Change, err error) {
	s := w.s
	_, seeds, err := s.Ledger.Count(s.key(ledger.Seeds, t.Phase, t.Chunk))
	if err != nil {
		return none, err
	}
	_, waits, err := s.Ledger.Count(s.key(ledger.Waits, t.Phase, t.Chunk))
	if err != nil || !seeds && !waits {
		return none, err
	}
	found := s.region.NewWords(t.Chunk)
	used, err := s.addSeeds(t, found)
	if err != nil {
		return none, err
	}
	won := s.region.Words(s.region.Won.Words(), t.Chunk)
	if t.Phase != phase.FirstWins { // wins known before that phase are of that phase
		for k := range found {
			found[k] &^= won[k]
		}
	}
	if !t.Phase.Wins() {
		if err := w.addWaits(worker, t, found, won); err != nil {
			return none, err
		}
	}
	return s.result(t, roaring.FromDense(found, false), used), nil
}

// addWaits adds positions of a chunk that waited for the phase and are lost in it.
func (w spilling) addWaits(worker *crew.Worker, t task.Task, found, won []uint64) error {
	waits, err := w.s.Ledger.Get(w.s.key(ledger.Waits, t.Phase, t.Chunk))
	if err != nil || waits == nil {
		return err
	}
	waited := w.s.region.NewWords(t.Chunk)
	waits.WriteDenseTo(waited)
	for k := range waited {
		waited[k] &^= won[k]
	}
	if err := w.without(t, ledger.Rescued, 0, waited); err != nil {
		return err
	}
	w.confirm(worker, t, waited)
	for k, word := range waited {
		found[k] |= word
	}
	return nil
}

// leaveOut takes positions out that wait for a later phase or are never lost.
func (w spilling) leaveOut(t task.Task, found []uint64) error {
	for _, due := range w.s.waits[t.Chunk] {
		if due > t.Phase {
			if err := w.without(t, ledger.Waits, due, found); err != nil {
				return err
			}
		}
	}
	return w.without(t, ledger.Rescued, 0, found)
}

// without takes the positions of a record out.
func (w spilling) without(t task.Task, record ledger.Record, p phase.Phase, found []uint64) error {
	b, err := w.s.Ledger.Get(w.s.key(record, p, t.Chunk))
	if b != nil {
		ledger.EachOffset(b, func(o uint32) { found[o>>6] &^= 1 << (o & 63) })
	}
	return err
}

// confirm leaves positions with no successor that is not won.
func (w spilling) confirm(worker *crew.Worker, t task.Task, found []uint64) {
	first, _ := w.s.region.Span(t.Chunk)
	for k := range found {
		for open := found[k]; open != 0; open &= open - 1 {
			if _, ok := worker.Searcher.Outside(first+uint64(k<<6+bits.TrailingZeros64(open)), w.s.region.Won); ok {
				found[k] &^= open & -open
			}
		}
	}
}
