// Package phases solves a slice by retrograde analysis: a seed scan, and then phase after phase
// until nothing can follow.
//
// solve.go has the course of a slice and of a phase, from the seed scan to the commit. Four values
// own the state: env does not change, [region.Bits] holds the sets of positions, edges the data
// about moves, and records the ledger's part. Each way of finding a phase is a [finder]. Ways differ in speed alone.
//
// Work is done in steps of tasks (package task). A step ends when all its tasks are done, and
// what a task reads beyond its chunk does not change in the step.
//
// # Phases
//
// Phase k finds the positions of remoteness k. In the wide kind, where a remoteness has wins and
// losses, phase 2k finds the losses and phase 2k+1 the wins, which precede the losses of remoteness
// k-1. The seed scan finds what the rules alone decide: finished positions, immediate wins, and the
// values of exits into finished slices. From then on each phase starts from the frontier, the
// positions that the phase before decided:
//
//   - Losses give wins: an undecided position with a lost successor is won. The solver marks
//     the predecessors of the new losses or, if these outnumber them, searches the successors of
//     all undecided positions.
//   - Wins give losses: an undecided position is lost when the opponent wins all its
//     successors. Counting counts, for every undecided position, the successors that are not won
//     yet. Subtracting, once these counts are known, takes each new win off the counts of its
//     predecessors. Without room for counts, forward searches the successors of every undecided
//     position for one that is not won, and confirming those of the predecessors of the new wins alone.
//
// In games of one player an undecided position is solvable if one of its successors is. So every phase
// finds predecessors of the phase before, in the way of "losses give wins": the positions decided
// count as lost.
//
// The choice of the way never changes the result, and neither do workers, chunks, memory or
// interruptions.
//
// The frontiers, roaring bitmaps by phase and chunk, are the solution; compaction turns them into a
// table. A chunk's result is committed in one batch, and a killed solve resumes from the last
// batch.
//
// # Slices and exits
//
// Slices are solved leaves first. A position with an exit that is lost for the opponent in r plies
// is seeded as a win in phase r+1, unless it is decided earlier. If the opponent wins all exits,
// the slowest of them delays the loss: the position waits for that phase. It is lost in it if
// the opponent has won all its moves within the slice by then, else once he has. So only the seed
// scan needs the values of finished slices.
//
// If there are exits, the scan lists the successors. If the game finds immediate wins without
// listing moves, which is cheap, the scan finds all of them first. It then knows which positions
// are lost against these and how many successors every position has left, and phase 2 need not
// unmove the immediate wins. If the game counts the moves that stay in the slice, and those of them
// that are not immediate wins of the opponent ([fast.Seeder]), the scan lists exits alone.
//
// No phase needs to return to an immediate win. Games that can omit them from the predecessors do
// ([fast.OpenUnmover]), and so does the reverse graph.
//
// # Games that bring only their rules
//
// Such games cannot unmove. To look forward, they make all moves of a position and look up the rank
// of each result, which is most of the work. The seed scan does that anyway. So it sends each move,
// except those of immediate wins, to the chunk that it leads into, in a log from which a solve can
// resume (package moves). The sorted log is the reverse graph. Phases go back along it with
// counters, and read each list once. The graph is in a file, which the system caches. Without room
// for its index and the counters, or with the strategy forward, phases look forward from all
// undecided positions. In no measured game was that cheaper.
package phases

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/exchange"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/task"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// slice is a slice that is being solved. Each of its four owners has a file.
type slice struct {
	env     *env         // the part that does not change
	bits    *region.Bits // the sets of positions
	edges   *edges       // the data about moves: counters, predecessors, updates
	records *records     // the ledger's part
	batches []batch      // by worker: memory of the scan
}

// solve runs the seed scan and all phases of a slice. It skips what the ledger has. It returns
// the last phase that decided anything, or None.
func solve(ctx context.Context, run solver, l region.Layout, m budget.Mode, rest []int) (last phase.Phase, r way.Result, err error) {
	if solved, err := run.Ledger.Note(ledger.SolvedName(l.Number), &last); err != nil {
		return last, r, err
	} else if solved && run.Party == nil {
		return last, r, recall(run.Environment, l.Number, last)
	}
	s, err := open(run, l, m)
	if err != nil {
		return last, r, err
	}
	if s.env.inParts { // machines that follow keep the values that they need later
		exits := func(later int) bool { return slices.Contains(run.Plan.Slices[later].Exits, l.Number) }
		last, r.Bounded, err = solveParts(ctx, s, !run.Party.Follows() || slices.ContainsFunc(rest, exits))
	} else if err = scan(ctx, s); err == nil {
		latest, known := s.records.latest()
		if err = known; err == nil {
			last, r.Bounded, err = solvePhases(ctx, s, func() phase.Phase { return latest }, s.solvePhase)
		}
	}
	r.Spilled = s.edges.spilled
	reversed := s.edges.reverse != nil
	// A slice that no other exits to and that has no reverse graph needs no note: its phases are enough.
	// A reverse graph is deleted next, so the note must be on disk before.
	if err == nil && !r.Bounded && (len(run.Plan.Slices) > 1 || reversed) {
		_, err = run.Ledger.Commit(ledger.Change{Notes: map[string]any{ledger.SolvedName(l.Number): last}, Sync: reversed})
	}
	return last, r, errors.Join(err, s.edges.close(s.env, err == nil))
}

// recall reports the positions that the phases of a solved slice decided.
func recall(run *way.Environment, number int, last phase.Phase) error {
	for p := phase.Phase(0); p <= last; p++ {
		var note ledger.PhaseNote
		if _, err := run.Ledger.Note(ledger.PhaseName(number, p), &note); err != nil {
			return err
		}
		run.Reporter.Decided(run.Codec.Text(p), note.New)
	}
	return nil
}

// open makes the owners of a slice ready.
func open(run solver, l region.Layout, m budget.Mode) (*slice, error) {
	run.Reporter.Begin(progress.Step{Name: progress.Scan}, l.Chunks)
	if m.Spilling {
		if err := os.MkdirAll(run.Scratch, 0o777); err != nil {
			return nil, err
		}
	}
	e, err := newEnv(run.Environment, l, m)
	if err != nil {
		return nil, err
	}
	records, err := openRecords(e)
	if err != nil || e.inParts {
		return &slice{env: e, edges: &edges{}, records: records, batches: run.batches}, err
	}
	b := region.New(l, region.Parts{
		WonAlone: m.Spilling, Single: run.Codec.Single(), Older: run.Codec.LossesSettleLate(), Rescued: !e.searches && !run.Codec.Single(), Waiting: len(l.Slice.Exits) > 0,
	})
	ed := &edges{}
	ed.noCounters.Store(!e.mode.Counting)
	if e.mode.Reverse { // the graph of an earlier run, or a new one
		ed.reverse, err = openReverse(e)
	}
	return &slice{e, b, ed, records, run.batches}, err
}

// scan finds what the rules alone decide in each chunk: finished positions, immediate wins, and the
// values of exits into finished slices. These are the seeds of the phases.
//
// If it has to list all successors, the scan finds all immediate wins first. A position
// without any other successor is lost in two plies, or later if an exit delays the end;
// and the other successors can be counted.
func scan(ctx context.Context, s *slice) (err error) {
	if s.env.shares(s.env.Slice.Size) {
		err = scanOrPublish(ctx, s)
	} else {
		err = scanAlone(ctx, s)
	}
	if err == nil && s.edges.reverse != nil {
		err = s.edges.reverse.build(ctx, s)
	}
	if err != nil {
		return err
	}
	if s.edges.noCounters.Load() {
		s.edges.counters = nil
	}
	return s.records.restoreScan(s.bits)
}

// scanAlone scans the chunks that the ledger, or the log of moves, lacks.
func scanAlone(ctx context.Context, s *slice) (err error) {
	e, ed := s.env, s.edges
	done := s.records.scanned
	if ed.reverse != nil {
		done = slices.Clone(done)
		for chunk := range done {
			done[chunk] = done[chunk] && ed.reverse.log.Has(chunk)
		}
	}
	tasks := e.tasks(task.Scan, 0, done)
	if e.winsFirst && (len(tasks) > 0 || ed.reverse != nil) { // counters from the log of moves count no such win, so Won must have them
		if err := run(ctx, s, e.tasks(task.Wins, 0, nil), do); err != nil {
			return err
		}
	}
	switch {
	case ed.reverse != nil:
		ed.beginUpdates(e, ed.reverse.takeMoves)
	// Without a reverse graph the scan sets the counters only if it scans all chunks in this run, and knows
	// the immediate wins or has a kind whose losses settle late. Else counting makes them, when it pays.
	case len(tasks) == e.Chunks && !ed.noCounters.Load() && (e.winsFirst || e.Codec.LossesSettleLate()):
		ed.makeCounters(e)
	}
	if e.mode.Window > 0 {
		err = scanParts(ctx, s, tasks)
	} else {
		err = runCounted(ctx, s, tasks)
	}
	if err == nil && len(tasks) > 0 {
		e.Reporter.Scanned()
	}
	return err
}

// solvePhases runs phase after phase, until nothing can follow from the last ones. Some record may wait for a phase as
// late as latest returns, after the first phase.
func solvePhases(ctx context.Context, s *slice, latest func() phase.Phase, solve func(context.Context, phase.Phase) (uint64, error)) (last phase.Phase, bounded bool, err error) {
	last = phase.None
	for p := phase.Phase(0); err == nil; p++ {
		if s.env.Limit > 0 && s.env.Codec.Remoteness(p) > s.env.Limit {
			return last, true, nil
		}
		var n uint64
		if n, err = solve(ctx, p); n > 0 {
			last = p
		} else if p >= latest() && p >= last+s.env.Codec.Lag() { // neither a record nor a frontier is left
			break
		}
	}
	return last, false, err
}

// solvePhase finds what a phase decides, or restores it from the ledger. It returns the number
// of positions.
func (s *slice) solvePhase(ctx context.Context, p phase.Phase) (uint64, error) {
	e, started, spilled := s.env, time.Now(), s.edges.spilled
	var note ledger.PhaseNote
	complete, err := e.Ledger.Note(ledger.PhaseName(e.Number, p), &note)
	if err == nil && complete && sharesPhase(s) {
		err = publishPhase(ctx, s, p)
	}
	if err == nil {
		err = s.records.restorePhase(s.bits, p, complete)
	}
	if err != nil {
		return 0, err
	}
	var step progress.Step
	switch {
	case !complete:
		step, err = find(ctx, s, p)
		for _, n := range s.records.counts {
			note.New += n
		}
	case !e.Codec.Wins(p) && s.edges.counters != nil: // the earlier run subtracted the wins in the frontier
		err = sendFrontier(ctx, s, p, subtractWins(s))
	}
	if err != nil {
		return 0, err
	}
	if err := s.decided(p, note.New); err != nil {
		return 0, err
	}
	s.bits.Decided += note.New
	if e.mode.Spilling {
		s.bits.FrontierSize = note.New
	} else {
		s.bits.Settle(p)
	}
	if complete {
		return note.New, nil
	}
	note.Spilled = s.edges.spilled - spilled
	return note.New, s.done(p, step, note, started)
}

// decided reports the number of positions of a phase.
func (s *slice) decided(p phase.Phase, n uint64) error {
	e := s.env
	if n > 0 && !e.Codec.Fits(p) {
		kind := e.Codec.Kind()
		return fmt.Errorf("%s: a win takes more than %d plies, the limit of the %v kind; declare kind = \"wide\"", e.Slice.Name, kind.MaxRemoteness(), kind)
	}
	e.Reporter.Decided(e.Codec.Text(p), n)
	return nil
}

// done notes that a phase is done.
func (s *slice) done(p phase.Phase, step progress.Step, note ledger.PhaseNote, started time.Time) error {
	note.Step, note.Strategy, note.Seconds = step.Name, step.Strategy, time.Since(started).Seconds()
	_, err := s.env.Ledger.Commit(ledger.Change{Notes: map[string]any{
		ledger.PhaseName(s.env.Number, p): note, ledger.ElapsedNote: s.env.Reporter.Elapsed(),
	}})
	s.env.Reporter.Done(step, note.New, note.Spilled)
	return err
}

// find finds the positions of a phase: on several machines, through files, or in memory.
func find(ctx context.Context, s *slice, p phase.Phase) (step progress.Step, err error) {
	switch {
	case sharesPhase(s):
		return progress.Step{Name: progress.Together, Phase: p}, findTogether(ctx, s, p)
	case s.env.mode.Spilling:
		step = spilledStep(s, p)
		s.env.Reporter.Begin(step, s.env.Chunks)
		return step, findSpilled(ctx, s, p)
	}
	w := choose(s, p)
	step = w.step(s, p)
	s.env.Reporter.Begin(step, s.env.Chunks)
	err = findBy(ctx, s, w, p)
	if err != nil && w.task == task.Count && s.edges.forgives(s.env, err) {
		s.edges.counters = nil
		err = findBy(ctx, s, forward(p), p)
	}
	return step, err
}

// findBy finds the positions of a phase in one way. Going back, updates from the frontier mark the
// positions that may be decided. Then each chunk selects the decided positions, by these marks or
// by searching its undecided positions.
func findBy(ctx context.Context, s *slice, w finder, p phase.Phase) error {
	if w.sink != nil {
		if err := sendFrontier(ctx, s, p, w.sink(s)); err != nil {
			return err
		}
	}
	switch w.task {
	case task.Decide: // too quick to report by chunk
		return run(ctx, s, s.env.tasks(task.Decide, p, s.records.done), do)
	case task.Count: // in chunks that are done, too: their counters are needed later
		s.edges.makeCounters(s.env)
		return runCounted(ctx, s, s.env.tasks(task.Count, p, nil))
	}
	return runCounted(ctx, s, s.env.tasks(w.task, p, s.records.done))
}

// sendFrontier sends the predecessors of the frontier to a sink.
func sendFrontier(ctx context.Context, s *slice, p phase.Phase, to exchange.Sink) error {
	x := s.edges.beginUpdates(s.env, to)
	err := runCounted(ctx, s, s.env.tasks(task.Send, p, nil))
	if err == nil && s.edges.reverse != nil {
		err = s.edges.reverse.failure(s.env)
	}
	if err != nil {
		return err
	}
	return x.Flush(ctx, s.env.Crew)
}

// work does a task and returns its result. A task also writes its chunk's part of memory (package
// region), and sends updates to other chunks (package exchange). It may be done again. The comment
// of its [task.Kind] says what it reads of other chunks.
type work func(ctx context.Context, s *slice, w *crew.Worker, t task.Task) (ledger.Change, error)

// do is the [work] of all tasks that machines can share, and of most others.
func do(ctx context.Context, s *slice, w *crew.Worker, t task.Task) (change ledger.Change, err error) {
	e, b := s.env, s.bits
	switch t.Kind {
	case task.Wins:
		return change, scanWins(ctx, e, b, w, t.Chunk)
	case task.Scan:
		return scanChunk(ctx, s, w, t.Chunk)
	case task.Send:
		first, _ := b.Span(t.Chunk)
		return change, s.edges.exchange.Sender(w.ID).SendPredecessors(ctx, w, first, t.Chunk, b.Words(b.Frontier, t.Chunk), nil)
	case task.Forward:
		err = lookForward(ctx, s, w, t)
	case task.Confirm:
		err = confirm(ctx, b, w, t.Chunk)
	case task.Count:
		err = countLeft(ctx, s, w, t.Chunk)
	case task.Decide:
	default:
		err = fmt.Errorf("task %v is not for a slice of phases", t)
	}
	if err != nil || s.records.done[t.Chunk] { // an earlier run committed what the phase decides there
		return change, err
	}
	return decide(s, w, t)
}

// decide returns the positions that the phase decides in a chunk: those found, and seeds, minus
// those decided before or waiting.
func decide(s *slice, w *crew.Worker, t task.Task) (none ledger.Change, err error) {
	b := s.bits
	found, won, lost := b.Words(b.Found, t.Chunk), b.Words(b.Won.Words(), t.Chunk), b.Words(b.Lost.Words(), t.Chunk)
	if !s.env.Codec.Wins(t.Phase) && b.Waiting != nil {
		if err := decideWaits(s, w, t, found); err != nil {
			return none, err
		}
	}
	used, err := s.records.addSeeds(t, found)
	if err != nil {
		return none, err
	}
	for k := range found {
		found[k] &^= lost[k]
		if t.Phase != phase.FirstWins { // the scan may know immediate wins before
			found[k] &^= won[k]
		}
	}
	return s.records.frontier(t, roaring.FromDense(found, true), used), nil
}

// decideWaits ends the wait of positions of a chunk: they are lost if they have no move left within
// the slice. It removes positions that wait longer from found.
func decideWaits(s *slice, w *crew.Worker, t task.Task, found []uint64) error {
	b := s.bits
	won, lost, waiting := b.Words(b.Won.Words(), t.Chunk), b.Words(b.Lost.Words(), t.Chunk), b.Words(b.Waiting.Words(), t.Chunk)
	waits, err := s.records.get(ledger.Waits, t.Phase, t.Chunk)
	if err != nil {
		return err
	}
	if waits != nil {
		ledger.EachOffset(waits, func(o uint32) {
			waiting[o>>6] &^= 1 << (o & 63)
			if (won[o>>6]|lost[o>>6])>>(o&63)&1 == 0 && s.edges.noneLeft(b, w.Searcher, t.Chunk, o) {
				found[o>>6] |= 1 << (o & 63)
			}
		})
	}
	for k := range found {
		found[k] &^= waiting[k]
	}
	return nil
}

// run does the tasks of a step, and commits what each finds.
func run(ctx context.Context, s *slice, tasks []task.Task, do work) error {
	return s.env.Crew.Run(ctx, tasks, func(ctx context.Context, w *crew.Worker, t task.Task) error {
		change, err := do(ctx, s, w, t)
		if err != nil {
			return err
		}
		return s.records.commit(t, change)
	})
}

// runCounted does what run does, and counts the tasks for the reporter. Chunks without a task count
// as done.
func runCounted(ctx context.Context, s *slice, tasks []task.Task) error {
	if len(tasks) == 0 {
		return context.Cause(ctx)
	}
	counter := s.env.Reporter.Count(tasks[0].Phase, s.env.Chunks, s.env.Chunks-len(tasks))
	return run(ctx, s, tasks, func(ctx context.Context, s *slice, w *crew.Worker, t task.Task) (ledger.Change, error) {
		defer counter.Done()
		return do(ctx, s, w, t)
	})
}
