// Package phases solves a slice by retrograde analysis: a seed scan, and then phases until
// none is left that could find anything.
//
// It owns the order of the work. What is known lies below it: in memory in package region,
// for certain in package ledger; updates travel by package exchange; values of other
// slices come from package values. A phase is found in one of several ways, each with a
// file and a price of its own ([way]); ways differ in speed alone.
//
// Work is done in steps of tasks (package task). A step is over when all its tasks are,
// and what a task reads beyond its chunk does not change in it.
//
// # Phases
//
// Phase k finds the positions of remoteness k, in chunks. In the wide kind, where a
// remoteness has wins and losses, phase 2k finds the losses, and phase 2k+1 the wins, which
// go back to the losses of remoteness k-1. A seed scan finds what the rules alone decide:
// finished positions, immediate wins, and what exits into finished slices are worth. From
// then on each phase goes on from the frontier, the positions of the phase before it:
//
//   - Losses give wins: an undecided position with a lost successor is won. The
//     predecessors of the new losses are marked, or, where that is cheaper, all
//     undecided positions look at their successors.
//   - Wins give losses: an undecided position is lost when all its successors are
//     won by the opponent. There are four ways. Forward, every undecided position
//     looks for a successor that is not won, and then watches that one: as long as
//     it is not won there is nothing to look at. Confirming, only the predecessors
//     of the new wins do so. Counting, every undecided position finds out how many
//     of its successors are not won yet. Subtracting, where that is known, each new
//     win takes one off its predecessors.
//
// Which way is cheapest is measured on some positions before each phase. The choice
// never changes the result, nor do workers, chunks, memory or interruptions.
//
// The frontiers, in roaring bitmaps by phase and chunk, are the solution; compaction
// turns them into a table. A chunk's result is committed in one batch, and a solve
// that is killed goes on from the last one.
//
// # Slices and exits
//
// Slices are solved leaves first. A position with an exit that is lost for the
// opponent in r plies is seeded as a win in phase r+1, unless it is decided earlier.
// Where the opponent wins all exits, the slowest of them delays the loss: the position
// waits for that phase, and is lost in it if by then all its moves within the slice
// are, else when they are. So the values of finished slices are needed in the seed
// scan only.
//
// Where there are exits the scan lists the successors. It finds all immediate wins
// before, which is cheap for games that can tell them, and then knows what is lost
// against these and what every position has left; the immediate wins need not be
// unmoved in phase 2. Of games that can tell how many moves stay in the slice, and how
// many of these are no immediate wins of the opponent ([fast.Seeder]), exits alone
// are listed. Positions are taken some hundred at a time: all that has to be looked up
// is listed before the first of it is, so that the reads of memory overlap.
//
// No phase needs to come back to an immediate win. Games that can leave them out of the
// predecessors do ([fast.OpenUnmover]), and so do the lists of the reverse graph.
//
// A slice that no move stays in is a layer: it needs no phases, one pass over its
// positions finds their values from those of its exits. That is the only way to solve
// games of scores. The values of finished layers that are still needed stay in memory;
// all of them lie in files, from which an interrupted solve goes on.
//
// # Games that bring only their rules
//
// Their positions are found first (solver.Open; the method is in package discover), in the
// budget of memory and with lists on disk where that is too little, and their keys are
// stored beside the table, for queries (package keys).
//
// Such games cannot unmove, and to look forward means to make all moves of a position and
// to look up the rank of each result, which is most of the work. So the seed scan, which
// does that anyway, hands each move, but for those of immediate wins, to the chunk that
// it leads into, in a log from which an interrupted solve goes on (package moves); sorted
// there, they are the reverse graph, and phases go back along it
// with counters, each list being read once. It is kept in memory or, when the budget is
// too small, in a file, in blocks of 64 positions. Without room for where these are and the
// counters, or with the strategy forward, phases look forward at all undecided positions
// instead. That was never found to be cheaper.
package phases

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
	"github.com/foregone-db/foregone/solver/internal/values"
)

// Config is what all slices of a solve have in common.
type Config struct {
	Ledger   *ledger.Ledger
	Crew     *crew.Crew
	Values   *values.Values
	Codec    phase.Codec
	Reporter progress.Reporter
	Scratch  string // folder of spill files
	Disk     vfs.FS // where the log of moves is
	Counter  uint64 // bytes of a counter
	Strategy budget.Strategy
	Limit    int  // the greatest remoteness to solve, 0: all
	Only     bool // the game has no other slice
	// Party is the machines that solve the game together; nil: this one alone.
	Party party.Party
	// Often makes a group of each chunk in the log of moves. It is for tests.
	Often bool
	// Price, when set, returns the price of a way in place of what is measured. It is for
	// tests.
	Price func() float64
}

// Result is what is known of a slice that is solved.
type Result struct {
	Last    phase.Phase // the last phase that decided anything, or None
	Bounded bool        // the limit may have left something undecided
	Spilled uint64      // bytes of updates written to disk
}

// slice is the state of the slice being solved.
type slice struct {
	Config
	mode        budget.Mode
	region      *region.Region
	recovery    recovery
	updates     updates
	scan        *seedScan
	reverse     *reverse        // nil: there is none
	spill       *exchange.Spill // of a spilling run: updates of the present round
	instant     bool            // the scan knows all immediate wins from the start
	counting    bool            // counters may be made
	uncountable atomic.Bool     // a position has more successors than a counter can count

	done    []bool          // by chunk: an earlier run decided it in the present phase
	counts  []uint64        // by chunk: positions that the ledger has of the present phase
	waits   [][]phase.Phase // of a spilling run: by chunk, the phases that some position waits for
	decided uint64          // positions of the slice
	newest  uint64          // positions that the last phase decided
	source  uint64          // of them, those that are in the frontier: all but what the counters knew from the start
	forward float64         // what looking forward for losses was to cost since counters were last valid, in seconds of one core
	spilled uint64
}

// Solve runs all phases of a slice, those that the ledger has excepted.
func Solve(ctx context.Context, c Config, l region.Layout, m budget.Mode) (Result, error) {
	var r Result
	if solved, err := c.Ledger.Note(ledger.SolvedName(l.Number), &r.Last); err != nil {
		return r, err
	} else if solved && c.Party == nil {
		return r, c.recall(l.Number, r.Last)
	}
	s := newSlice(c, l, m)
	if m.Spilling {
		if err := os.MkdirAll(s.Scratch, 0o777); err != nil {
			return r, err
		}
	}
	err := s.scan.run(ctx)
	if err == nil {
		err = s.phases(ctx, &r)
	}
	r.Spilled = s.spilled
	if err == nil && !r.Bounded && (!s.Only || s.reverse != nil) {
		_, err = s.Ledger.Commit(ledger.Change{Notes: map[string]any{ledger.SolvedName(l.Number): r.Last}, Sync: s.reverse != nil})
	}
	return r, errors.Join(err, s.reverse.end(err == nil))
}

func newSlice(c Config, l region.Layout, m budget.Mode) *slice {
	s := &slice{Config: c, mode: m, counting: m.Counting}
	s.recovery.s, s.updates.s, s.scan = s, s, newSeedScan(s)
	s.region = &region.Region{Layout: l} // what searchable looks at
	s.region = region.New(l, region.Parts{
		WonAlone: m.Spilling, Older: c.Codec.LossesWait(), Rescued: !s.scan.searchable(), Waiting: len(l.Slice.Exits) > 0, Watched: m.Watching,
	})
	return s
}

// recall counts what the phases of a solved slice decided.
func (c Config) recall(number int, last phase.Phase) error {
	for p := phase.Phase(0); p <= last; p++ {
		var note ledger.PhaseNote
		if _, err := c.Ledger.Note(ledger.PhaseName(number, p), &note); err != nil {
			return err
		}
		c.Reporter.Decided(c.Codec.Text(p), note.New)
	}
	return nil
}

// phases runs phase after phase, until none is left from which anything could follow.
func (s *slice) phases(ctx context.Context, r *Result) error {
	latest := phase.None // seeds of an interrupted phase are used up
	for _, record := range []ledger.Record{ledger.Seeds, ledger.Waits, ledger.Frontier} {
		p, err := s.recovery.latest(record)
		if err != nil {
			return err
		}
		latest = max(latest, p)
	}
	r.Last = phase.None
	for p := phase.Phase(0); ; p++ {
		if s.Limit > 0 && s.Codec.Remoteness(p) > s.Limit {
			r.Bounded = true
			return nil
		}
		if err := s.findOrReload(ctx, p); err != nil {
			return err
		}
		if s.newest > 0 {
			r.Last = p
		} else if p >= latest && p >= r.Last+s.Codec.Reach() {
			return nil
		}
	}
}

// findOrReload finds what a phase decides, or takes it from the ledger.
func (s *slice) findOrReload(ctx context.Context, p phase.Phase) error {
	var note ledger.PhaseNote
	done, err := s.Ledger.Note(ledger.PhaseName(s.region.Number, p), &note)
	if err != nil {
		return err
	}
	if !done {
		return s.find(ctx, p)
	}
	if sharedPhase(s) {
		if err := publishPhase(ctx, s, p); err != nil {
			return err
		}
	}
	if err := s.recovery.reload(ctx, p, note.New); err != nil {
		return err
	}
	return s.count(p, note.New)
}

// count takes note of how much a phase decided.
func (s *slice) count(p phase.Phase, n uint64) error {
	if n > 0 && !s.Codec.Fits(p) {
		kind := s.Codec.Kind()
		return fmt.Errorf("%s lasts longer than %d plies, and the %v kind holds no more", s.region.Slice.Name, kind.MaxRemoteness(), kind)
	}
	s.newest = n
	s.decided += n
	s.Reporter.Decided(s.Codec.Text(p), n)
	return nil
}

// find finds the positions of a phase.
func (s *slice) find(ctx context.Context, p phase.Phase) error {
	started, spilled := time.Now(), s.spilled
	s.counts = make([]uint64, s.region.Chunks)
	if err := s.recovery.resume(p); err != nil {
		return err
	}
	step := progress.Step{Name: progress.Together, Phase: p}
	if sharedPhase(s) {
		if err := findTogether(ctx, s, p); err != nil {
			return err
		}
	} else {
		w := chooser{s}.choose(p)
		step = w.step(p)
		step.Phase = p
		s.Reporter.Begin(step, s.region.Chunks)
		if err := w.find(ctx, p); err != nil {
			return err
		}
	}
	sum := uint64(0)
	for _, n := range s.counts {
		sum += n
	}
	if err := s.count(p, sum); err != nil {
		return err
	}
	if s.mode.Spilling {
		s.source = s.newest
	} else {
		s.source = s.region.Settle(p)
	}
	note := ledger.PhaseNote{New: s.newest, Step: step.Name, Strategy: step.Strategy, Seconds: time.Since(started).Seconds(), Spilled: s.spilled - spilled}
	if _, err := s.Ledger.Commit(ledger.Change{Notes: map[string]any{
		ledger.PhaseName(s.region.Number, p): note, ledger.ElapsedNote: s.Reporter.Elapsed(),
	}}); err != nil {
		return err
	}
	s.Reporter.Done(step, note.New, note.Spilled)
	return nil
}

// run does a task for each chunk, those that are done excepted (done may be nil), and
// counts them.
func (s *slice) run(ctx context.Context, kind task.Kind, p phase.Phase, done []bool) error {
	return s.runTasks(ctx, task.Of(kind, s.region.Number, p, s.region.Chunks, done))
}

// runTasks does tasks of a step, and counts those of its chunks that are not among them as
// done.
func (s *slice) runTasks(ctx context.Context, tasks []task.Task) error {
	if len(tasks) == 0 {
		return context.Cause(ctx)
	}
	counter := s.Reporter.Count(tasks[0].Phase, s.region.Chunks, s.region.Chunks-len(tasks))
	return s.Crew.Run(ctx, tasks, func(ctx context.Context, w *crew.Worker, t task.Task) error {
		defer counter.Done()
		return s.perform(ctx, w, t)
	})
}

func (s *slice) key(record ledger.Record, p phase.Phase, chunk int) ledger.Key {
	return ledger.Key{Record: record, Slice: s.region.Number, Phase: p, Chunk: chunk}
}
