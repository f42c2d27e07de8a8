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
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
)

// roundTime is how long a round sends updates; budget.RoundBytes limits their bytes.
const roundTime = time.Minute

// spilledStep names what findSpilled does.
func spilledStep(s *slice, p phase.Phase) progress.Step {
	if s.bits.FrontierSize == 0 {
		return seedsOnly.step(s, p)
	}
	name := direction(p, progress.LossesSpilled, progress.WinsSpilled)
	if s.env.Codec.Single() {
		name = progress.FartherSpilled
	}
	return progress.Step{Phase: p, Name: name, Strategy: string(budget.Backward)}
}

// findSpilled finds the positions of a phase in a spilling run, which has only one set in memory:
// won. The frontier is in the ledger. Its predecessors that are not won go to disk, by destination
// chunk, and each chunk then absorbs its own. After new losses they are won. After new wins the
// solver searches their successors: a position is lost if all of them are won.
//
// The work is done in rounds of some source chunks each, which bounds the disk space and the cost
// of an interruption. The results of a round are added to the phase's records, and a note has the
// number of source chunks done. A round may be done again.
func findSpilled(ctx context.Context, s *slice, p phase.Phase) error {
	e, from := s.env, 0
	if _, err := e.Ledger.Note(ledger.SourcesName(e.Number, p), &from); err != nil {
		return err
	}
	if s.bits.FrontierSize == 0 {
		from = e.Chunks
	}
	counter := e.Reporter.Count(p, e.Chunks, from)
	for from < e.Chunks {
		var err error
		if from, err = spillRound(ctx, s, p, from, counter); err != nil {
			return err
		}
	}
	return run(ctx, s, e.tasks(task.Finish, p, nil), finish)
}

// spillRound sends the predecessors of some source chunks, from one on, and absorbs them. It
// returns the first chunk of the next round.
func spillRound(ctx context.Context, s *slice, p phase.Phase, from int, counter *progress.Counter) (int, error) {
	e := s.env
	spill, err := exchange.NewSpill(e.Scratch, e.Chunks, len(e.Crew.Workers))
	if err != nil {
		return 0, err
	}
	defer spill.Close()
	x := s.edges.beginUpdates(e, spill.Take)
	started := time.Now()
	enough := func() bool { return spill.Written() > budget.RoundBytes || time.Since(started) > roundTime }
	rest, err := e.Crew.RunUntil(ctx, e.tasks(task.Send, p, nil)[from:], enough, func(ctx context.Context, w *crew.Worker, t task.Task) error {
		defer counter.Done()
		words, err := spilledSource(s, w, t)
		if err != nil {
			return err
		}
		first, _ := e.Span(t.Chunk)
		return x.Sender(w.ID).SendPredecessors(ctx, w, first, t.Chunk, words, s.bits.Won)
	})
	if err == nil {
		err = x.Flush(ctx, e.Crew)
	}
	if err != nil {
		return 0, err
	}
	s.edges.spilled += spill.Written()
	err = run(ctx, s, e.tasks(task.Absorb, p, nil), func(_ context.Context, s *slice, w *crew.Worker, t task.Task) (ledger.Change, error) {
		return absorb(s, spill, w, t)
	})
	if err != nil {
		return 0, err
	}
	next := task.First(rest, e.Chunks) // all before it are done
	_, err = e.Ledger.Commit(ledger.Change{Notes: map[string]any{ledger.SourcesName(e.Number, p): next}, Sync: true})
	return next, err
}

// spilledSource returns the positions of a task's chunk that the previous phase decided. It leaves
// out immediate wins, which the scan has used, if the game finds them.
func spilledSource(s *slice, w *crew.Worker, t task.Task) ([]uint64, error) {
	before := t.Phase - 1
	b, err := s.records.get(ledger.Frontier, before, t.Chunk)
	if err != nil || b == nil {
		return nil, err
	}
	words := s.env.NewWords(t.Chunk)
	b.WriteDenseTo(words)
	if before == phase.FirstWins && !s.env.Codec.Wins(t.Phase) && s.env.winsFirst && w.Scanner != nil {
		first, n := s.env.Span(t.Chunk)
		wins := fast.NewSet(first, n)
		w.Scanner.ScanWins(wins, first, n)
		for k, word := range wins.Words() {
			words[k] &^= word
		}
	}
	return words, nil
}

// absorb finds which of the positions sent to a chunk the phase decides.
func absorb(s *slice, spill *exchange.Spill, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	if !spill.Any(t.Chunk) {
		return none, nil
	}
	found := s.env.NewWords(t.Chunk)
	if err := spill.Each(t.Chunk, func(offsets []uint32) { region.Mark(found, offsets) }); err != nil {
		return none, err
	}
	if !s.env.Codec.Wins(t.Phase) {
		if err := keepLost(s, w, t, found); err != nil {
			return none, err
		}
	}
	return spilled(s, t, found, nil), nil
}

// finish adds the seeds of a chunk, and the positions that waited for the phase.
func finish(_ context.Context, s *slice, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	found := s.env.NewWords(t.Chunk)
	if !s.env.Codec.Wins(t.Phase) {
		waits, err := s.records.get(ledger.Waits, t.Phase, t.Chunk)
		if err != nil {
			return none, err
		}
		if waits != nil {
			unite(found, waits)
			if err := keepLost(s, w, t, found); err != nil {
				return none, err
			}
		}
	}
	used, err := s.records.addSeeds(t, found)
	if err != nil {
		return none, err
	}
	return spilled(s, t, found, used), nil
}

// keepLost keeps the positions of a chunk that are not won, wait for no later phase, are not
// rescued, and have only won successors.
func keepLost(s *slice, w *crew.Worker, t task.Task, found []uint64) error {
	without := func(record ledger.Record, p phase.Phase) error {
		b, err := s.records.get(record, p, t.Chunk)
		if b != nil {
			subtract(found, b)
		}
		return err
	}
	for _, due := range s.records.waits[t.Chunk] {
		if due > t.Phase {
			if err := without(ledger.Waits, due); err != nil {
				return err
			}
		}
	}
	if err := without(ledger.Rescued, 0); err != nil {
		return err
	}
	first, _ := s.env.Span(t.Chunk)
	won := s.env.Words(s.bits.Won.Words(), t.Chunk)
	for k := range found {
		found[k] &^= won[k]
		for open := found[k]; open != 0; open &= open - 1 {
			if _, ok := w.Searcher.Outside(first+uint64(k<<6+bits.TrailingZeros64(open)), s.bits.Won); ok {
				found[k] &^= open & -open
			}
		}
	}
	return nil
}

// spilled returns the change that commits found without the positions won before, and adds new wins
// to Won. The ledger has them before a task reads Won for any purpose other than to leave them out.
func spilled(s *slice, t task.Task, found []uint64, used []ledger.Key) ledger.Change {
	won := s.env.Words(s.bits.Won.Words(), t.Chunk)
	for k := range found {
		if t.Phase != phase.FirstWins { // the scan may know immediate wins before
			found[k] &^= won[k]
		}
		if s.env.Codec.Wins(t.Phase) {
			won[k] |= found[k]
		}
	}
	return s.records.frontier(t, roaring.FromDense(found, false), used)
}
