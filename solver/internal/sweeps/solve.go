// Package sweeps solves slices of games that find the predecessors of a set for whole bitmaps
// ([fast.Sweeps]). It goes by remoteness. A position is won in r plies if a move leads to a position that
// is lost in r-1. It is lost in r plies if every move leads to a position that is won in at most r-1.
// Both are found for all positions of a block at once.
//
// In memory are five bits a position of the slice and two for each one of its exits, and no values: each
// phase appends the sets that it found to a log on disk. The log is where an interrupted slice goes on, what
// its values are made of (package values), and what the slices before it read along with their own phases.
package sweeps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/files"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// Strategy is the name of this way of solving.
const Strategy = "sweeps"

// solver solves the slices of a run.
type solver struct {
	*way.Environment
	game    fast.Sweeps
	workers []*worker
	logs    map[int]bool // by slice with a log on disk: the log is known to be sound
}

// worker belongs to one goroutine.
type worker struct {
	number  int
	scratch fast.SweepScratch
	leads   [][2]int
	places  []uint32
	encoder *zstd.Encoder
	decoder *zstd.Decoder
	bytes   []byte // of a frame of the log
	sets    [][]uint64
	used    int // sets
}

// get returns memory for a set of some words, which are not cleared, until free.
func (on *worker) get(words uint64) []uint64 {
	if on.used == len(on.sets) {
		on.sets = append(on.sets, nil)
	}
	if uint64(cap(on.sets[on.used])) < words {
		on.sets[on.used] = make([]uint64, words)
	}
	on.used++
	return on.sets[on.used-1][:words]
}

// free frees the memory of all sets.
func (on *worker) free() { on.used = 0 }

// each calls f for n units, on all workers.
func (s *solver) each(ctx context.Context, n int, f func(w *worker, unit int) error) error {
	return s.Crew.Each(ctx, n, func(_ context.Context, w *crew.Worker, unit int) error { return f(s.workers[w.ID], unit) })
}

// sweep is a slice that is being solved.
type sweep struct {
	*solver
	number, blocks int
	size           uint64 // positions of a block
	*board
	open       [][]uint64    // undecided
	found      [2][][]uint64 // won and lost in this phase
	news       []counts      // of found, by block
	candidates [][]uint64    // by worker
	exits      map[int]*exit
	byValue    map[int]uint64 // positions
}

// exit is a slice that the current one exits into.
type exit struct {
	*board
	log *reader
}

// Solve implements [way.Solver].
func (s *solver) Solve(ctx context.Context, at region.Layout, rest []int) (way.Result, error) {
	_, done, err := s.Values.Recall(ctx, at.Number, false)
	if err == nil && !done {
		err = s.solve(ctx, at.Number)
	}
	if err != nil {
		return way.Result{}, err
	}
	s.Values.SolvedInFile(at.Number, nil)
	s.logs[at.Number] = !done
	for number := range s.logs {
		if s.needed(number, rest) {
			continue
		}
		if err := s.drop(number); err != nil {
			s.Reporter.Warn("a file is left", s.Plan.Slices[number].Name, err)
		}
		delete(s.logs, number)
	}
	return way.Result{}, nil
}

// needed reports whether any slice of rest that sweeps solve exits into a slice.
func (s *solver) needed(number int, rest []int) bool {
	return slices.ContainsFunc(rest, func(n int) bool {
		return s.Ways[n] == way.Way(Way{}) && slices.Contains(s.Plan.Slices[n].Exits, number)
	})
}

// drop deletes the log of a slice.
func (s *solver) drop(number int) error {
	log, err := s.newReader(number)
	if err != nil || log == nil {
		return err
	}
	return s.Values.DropSaved(number, len(log.note.Parts))
}

func (s *solver) solve(ctx context.Context, number int) error {
	started := time.Now()
	w, err := s.newSweep(ctx, number)
	if err != nil {
		return err
	}
	last, err := w.phases(ctx)
	w.stop()
	if err != nil {
		return err
	}
	drawn := s.Plan.Slices[number].Size
	for _, n := range w.byValue {
		drawn -= n
	}
	if drawn > 0 {
		w.byValue[int(engine.Tie)] = drawn
	}
	s.Reporter.Decided(s.Codec.Kind().Text(engine.Tie), drawn)
	return s.storeValues(ctx, number, w.byValue, started, s.Codec.Loss(last))
}

// stop closes the logs of exits.
func (w *sweep) stop() {
	for _, e := range w.exits {
		e.log.stop()
	}
}

// phases finds all decided positions, and returns the last phase. Every SaveEvery it begins another
// file of the log, once the note has the last one.
func (w *sweep) phases(ctx context.Context) (r int, err error) {
	note, err := w.resume(ctx)
	for ; err == nil && !note.Whole; err = w.commit(w.number, note) {
		began := time.Now()
		crc, err := files.Write(w.Disk, w.Values.SavedPath(w.number, len(note.Parts)), true, false, func(write func(part []byte) error) error {
			for saved := false; !note.Whole && !saved; saved = time.Since(began) >= w.SaveEvery {
				note.Plies++
				more, err := w.phase(ctx, note.Plies, write)
				if note.Whole = !more; err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return note.Plies, err
		}
		note.Parts = append(note.Parts, crc)
	}
	return note.Plies, err
}

// resume goes on from the log of an earlier run, if there is one.
func (w *sweep) resume(ctx context.Context) (ledger.SweepsNote, error) {
	log, err := w.newReader(w.number)
	if err = errors.Join(err, w.begin()); err != nil {
		return ledger.SweepsNote{}, err
	}
	if log != nil {
		defer log.stop()
		if err = w.replay(ctx, log); err == nil || ctx.Err() != nil {
			return log.note, err
		}
		w.Reporter.Warn("a slice is solved again", w.Plan.Slices[w.number].Name, err)
		err = w.begin()
	}
	return ledger.SweepsNote{Plies: -1}, err
}

// replay brings the state to where a log ends.
func (w *sweep) replay(ctx context.Context, log *reader) error {
	for r := 0; !log.done(); r++ {
		if err := log.advance(ctx, w.board); err != nil {
			return err
		}
		for block, c := range w.counts {
			if c.won+c.lost > 0 {
				without(w.open[block], w.latest[block])
			}
		}
		w.decided(r)
		for _, e := range w.exits {
			if r == 0 {
				break
			}
			if err := e.log.advance(ctx, e.board); err != nil {
				return err
			}
		}
	}
	return nil
}

// without removes the positions of b from a.
func without(a, b []uint64) {
	for n, x := range b {
		a[n] &^= x
	}
}

// commit makes a log the one of a slice.
func (s *solver) commit(number int, note ledger.SweepsNote) error {
	_, err := s.Ledger.Commit(ledger.Change{
		Notes: map[string]any{ledger.SweepsName(number): note, ledger.ElapsedNote: s.Reporter.Elapsed()}, Sync: true,
	})
	return err
}

// newSweep allocates the memory for a slice.
func (s *solver) newSweep(ctx context.Context, number int) (_ *sweep, err error) {
	blocks, size := s.game.Blocks(number)
	w := &sweep{solver: s, number: number, blocks: blocks, size: size, exits: map[int]*exit{}}
	for _, to := range s.Plan.Slices[number].Exits {
		if err := s.ready(ctx, to); err != nil {
			return nil, err
		}
	}
	w.found, w.news = [2][][]uint64{newSets(blocks, size), newSets(blocks, size)}, make([]counts, blocks)
	for range s.workers {
		w.candidates = append(w.candidates, make([]uint64, wordsOf(size)))
	}
	return w, nil
}

// begin makes the state before the first phase.
func (w *sweep) begin() (err error) {
	w.stop()
	w.board, w.open, w.byValue = newBoard(w.blocks, w.size), newSets(w.blocks, w.size), map[int]uint64{}
	for _, set := range w.open {
		fill(set, w.size)
	}
	for _, to := range w.Plan.Slices[w.number].Exits {
		e := &exit{board: newBoard(w.game.Blocks(to))}
		if e.log, err = w.newReader(to); err != nil {
			return err
		}
		w.exits[to] = e
	}
	return nil
}

// phase finds the positions that are won or lost in r plies, and writes them to the log. It reports
// whether there may be more.
func (w *sweep) phase(ctx context.Context, r int, write func(part []byte) error) (more bool, err error) {
	win, loss := w.Codec.Win(r), w.Codec.Loss(r)
	if !w.Codec.Fits(max(win, loss)) {
		return false, fmt.Errorf("slice %s: a win takes more than %d plies, the limit of the kind", w.Plan.Slices[w.number].Name, r-1)
	}
	step := progress.Step{Phase: loss, Name: progress.Sweep, Strategy: Strategy}
	w.Reporter.Begin(step, w.blocks)
	counter := w.Reporter.Count(loss, w.blocks, 0)
	for _, e := range w.exits {
		if r > 0 {
			if err := e.log.advance(ctx, e.board); err != nil {
				return false, err
			}
		}
		more = more || !e.log.done()
	}
	err = w.each(ctx, w.blocks, func(on *worker, block int) error {
		defer counter.Done()
		won, lost := w.found[0][block], w.found[1][block]
		if r == 0 {
			on.scratch.Ended(won, lost, w.number, block)
		} else {
			w.find(on, block)
		}
		w.news[block] = counts{won: fast.Count(won), lost: fast.Count(lost)}
		return nil
	})
	if err != nil {
		return false, err
	}
	err = w.writePhase(ctx, w.blocks, w.size, write, func(_ *worker, block int) (won, lost []uint64, any bool) {
		won, lost = w.found[0][block], w.found[1][block]
		w.rest(block)
		if n := w.news[block]; n.won+n.lost > 0 {
			w.take(block, won, lost, n.won, n.lost)
			without(w.open[block], w.latest[block])
			any = true
		}
		return won, lost, any
	})
	found := w.decided(r)
	w.Reporter.Done(step, found, 0)
	return more || found > 0, err
}

// decided counts the positions that a phase decided, and returns their number.
func (w *sweep) decided(r int) uint64 {
	won, lost := uint64(0), uint64(0)
	for _, c := range w.counts {
		won, lost = won+c.won, lost+c.lost
	}
	for p, n := range map[phase.Phase]uint64{w.Codec.Win(r): won, w.Codec.Loss(r): lost} {
		if n > 0 {
			w.byValue[int(p)+1] += n
			w.Reporter.Decided(w.Codec.Text(p), n)
		}
	}
	return won + lost
}

// find finds the positions of a block that are won or lost in this phase.
func (w *sweep) find(on *worker, block int) {
	open, won, lost := w.open[block], w.found[0][block], w.found[1][block]
	clear(won)
	clear(lost)
	if empty(open) {
		return
	}
	on.leads = on.scratch.AppendLeads(on.leads[:0], w.number, block)
	newWon, newLost := uint64(0), uint64(0)
	for _, to := range on.leads {
		c := w.boardOf(to[0]).counts[to[1]]
		newWon, newLost = newWon+c.won, newLost+c.lost
	}
	if newLost > 0 {
		w.before(on, won, open, block, justLost)
	}
	if newWon == 0 {
		return
	}
	// A lost position has a move to one that was won in the phase before. Finding these candidates
	// first costs less than scanning everything, unless there are many.
	candidates := open
	if newWon < uint64(len(open))*4 {
		candidates = w.candidates[on.number]
		w.before(on, candidates, open, block, justWon)
		if empty(candidates) {
			return
		}
	}
	w.before(on, lost, candidates, block, notWon)
	for n, x := range candidates {
		lost[n] = x &^ lost[n]
	}
}

// before stores in dst the positions of among that have a move into a set.
func (w *sweep) before(on *worker, dst, among []uint64, block int, s set) {
	on.scratch.Before(dst, among, w.number, block, func(slice, block int) ([]uint64, uint64) {
		b := w.boardOf(slice)
		return b.of(s, block, func() []uint64 { return on.get(uint64(len(b.latest[block]))) })
	})
	on.free()
}

func (w *sweep) boardOf(slice int) *board {
	if slice == w.number {
		return w.board
	}
	return w.exits[slice].board
}
