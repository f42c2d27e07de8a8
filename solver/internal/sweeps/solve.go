// Package sweeps solves slices of games that find the predecessors of a set for whole bitmaps
// ([fast.Sweeps]). It goes by remoteness. A position is won in r plies if a move leads to a position that
// is lost in r-1. It is lost in r plies if every move leads to a position that is won in at most r-1.
// Both are found for all positions of a block at once.
//
// The package owns the bitmaps of a slice and the codes of its positions, a byte each. A code is a
// value, or says that the value exceeds a byte and is in a list, which is rare. The values of a solved
// slice go to a file (package values). The decided positions of an unfinished slice are saved from time
// to time.
package sweeps

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/pages"
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
	codes   map[int][]codes // by solved slice that others exit into, and by block
}

// worker belongs to one goroutine.
type worker struct {
	number  int
	scratch fast.SweepScratch
	leads   [][2]int
	places  []uint32
	encoder *zstd.Encoder // of saved parts
	news    []byte
}

// each calls f for n units, on all workers.
func (s *solver) each(ctx context.Context, n int, f func(w *worker, unit int) error) error {
	return s.Crew.Each(ctx, n, func(_ context.Context, w *crew.Worker, unit int) error { return f(s.workers[w.ID], unit) })
}

// sweep is a slice that is being solved.
type sweep struct {
	*solver
	number, blocks int
	size           uint64 // positions of a block
	codes          []codes
	open           [][]uint64 // undecided
	found          [2]sets    // won and lost in this phase
	candidates     [][]uint64 // by worker
	before         board      // state after the phase before
	exits          map[int]*board
	counts         map[int]uint64 // positions by value
	saved          saved
}

// sets are sets of positions by block, with their sizes.
type sets struct {
	of    [][]uint64
	count []uint64
}

// at returns the set of a block and its size.
func (s *sets) at(block int) ([]uint64, uint64) { return s.of[block], s.count[block] }

// board is the state of a slice after a phase.
type board struct {
	notWon    sets
	won, lost sets // in exactly that remoteness
	last      int  // of an exit: the greatest remoteness
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
	for number := range s.codes {
		if !s.needed(number, rest) {
			delete(s.codes, number)
		}
	}
	return way.Result{}, nil
}

// needed reports whether any slice of rest that sweeps solve exits into a slice.
func (s *solver) needed(number int, rest []int) bool {
	return slices.ContainsFunc(rest, func(n int) bool {
		return s.Ways[n] == way.Way(Way{}) && slices.Contains(s.Plan.Slices[n].Exits, number)
	})
}

func (s *solver) solve(ctx context.Context, number int) error {
	started := time.Now()
	w, err := s.newSweep(ctx, number)
	if err != nil {
		return err
	}
	r, err := w.phases(ctx)
	if err != nil {
		return err
	}
	w.open, w.found, w.before, w.exits, w.candidates = nil, [2]sets{}, board{}, nil, nil
	drawn := s.Plan.Slices[number].Size
	for _, n := range w.counts {
		drawn -= n
	}
	if w.counts[int(engine.Tie)] = drawn; drawn == 0 {
		delete(w.counts, int(engine.Tie))
	}
	s.Reporter.Decided(s.Codec.Kind().Text(engine.Tie), drawn)
	s.codes[number] = w.codes
	if err := s.Values.StoreParts(number, Way{}.Name(), w.counts, started, s.values(ctx, number, s.Codec.Loss(r))); err != nil {
		return err
	}
	if err := s.Values.DropSaved(number, len(w.saved.Parts)); err != nil {
		s.Reporter.Warn("a file is left", s.Plan.Slices[number].Name, err)
	}
	return nil
}

// phases finds all decided positions, and returns the last phase.
func (w *sweep) phases(ctx context.Context) (r int, err error) {
	for r, err = w.resume(ctx); err == nil; r++ {
		found, err := w.phase(ctx, r)
		if err != nil {
			return r, err
		}
		more := found > 0
		for _, e := range w.exits {
			more = more || e.last >= r
		}
		if !more {
			return r, nil
		}
		if err := w.saveSometimes(ctx, r); err != nil {
			return r, err
		}
	}
	return r, err
}

// newSweep allocates the memory for a slice.
func (s *solver) newSweep(ctx context.Context, number int) (_ *sweep, err error) {
	blocks, size := s.game.Blocks(number)
	w := &sweep{solver: s, number: number, blocks: blocks, size: size, exits: map[int]*board{}, counts: map[int]uint64{}}
	words := wordsOf(size)
	w.codes = newCodes(blocks, size)
	w.open = newSets(blocks, size).of
	w.found = [2]sets{newSets(blocks, size), newSets(blocks, size)}
	w.before = newBoard(blocks, size)
	for range s.workers {
		w.candidates = append(w.candidates, make([]uint64, words))
	}
	for _, to := range s.Plan.Slices[number].Exits {
		if s.codes[to] == nil { // an earlier run, or another way, solved it
			if s.codes[to], err = s.load(ctx, to); err != nil {
				return nil, err
			}
		}
		b := newBoard(s.game.Blocks(to))
		most := engine.Value(0)
		for n := range s.codes[to] {
			most = max(most, s.codes[to][n].greatest())
		}
		b.last = -1
		if most > 0 {
			b.last = s.Codec.Remoteness(phase.Phase(most - 1))
		}
		w.exits[to] = &b
	}
	return w, nil
}

func newSets(blocks int, size uint64) sets {
	return sets{split(pages.New[uint64](uint64(blocks)*wordsOf(size)), blocks), make([]uint64, blocks)}
}

// newBoard returns the state before the first phase.
func newBoard(blocks int, size uint64) board {
	b := board{notWon: newSets(blocks, size), won: newSets(blocks, size), lost: newSets(blocks, size)}
	for n, set := range b.notWon.of {
		fill(set, size)
		b.notWon.count[n] = size
	}
	return b
}

func wordsOf(size uint64) uint64 { return (size + 63) / 64 }

// split divides an array into parts of equal size.
func split[T any](all []T, parts int) (list [][]T) {
	size := len(all) / max(parts, 1)
	for n := range parts {
		list = append(list, all[n*size:(n+1)*size:(n+1)*size])
	}
	return list
}

// fill sets the first size bits.
func fill(set []uint64, size uint64) {
	for n := range set {
		set[n] = ^uint64(0)
	}
	if rest := size % 64; rest > 0 {
		set[len(set)-1] = 1<<rest - 1
	}
}

// phase finds the positions that are won or lost in r plies, and returns their number.
func (w *sweep) phase(ctx context.Context, r int) (found uint64, err error) {
	win, loss := w.Codec.Win(r), w.Codec.Loss(r)
	if !w.Codec.Fits(max(win, loss)) {
		return 0, fmt.Errorf("slice %s: a win takes more than %d plies, the limit of the kind", w.Plan.Slices[w.number].Name, r-1)
	}
	step := progress.Step{Phase: loss, Name: progress.Sweep, Strategy: Strategy}
	w.Reporter.Begin(step, w.blocks)
	counter := w.Reporter.Count(loss, w.blocks, 0)
	if err := w.advanceExits(ctx, r); err != nil {
		return 0, err
	}
	wins, losses := &w.found[0], &w.found[1]
	err = w.each(ctx, w.blocks, func(on *worker, block int) error {
		defer counter.Done()
		if r == 0 {
			on.scratch.Ended(wins.of[block], losses.of[block], w.number, block)
			fill(w.open[block], w.size)
		} else {
			w.find(on, block)
		}
		wins.count[block] = w.codes[block].mark(wins.of[block], engine.Value(win+1))
		losses.count[block] = w.codes[block].mark(losses.of[block], engine.Value(loss+1))
		return nil
	})
	if err != nil {
		return 0, err
	}
	for block := range w.blocks {
		w.take(block)
	}
	w.found[0], w.before.won = w.before.won, w.found[0]
	w.found[1], w.before.lost = w.before.lost, w.found[1]
	won, lost := sum(w.before.won.count), sum(w.before.lost.count)
	w.decided(win, won)
	w.decided(loss, lost)
	w.Reporter.Done(step, won+lost, 0)
	return won + lost, err
}

func sum(list []uint64) (n uint64) {
	for _, x := range list {
		n += x
	}
	return n
}

// decided counts the positions that a phase found.
func (w *sweep) decided(p phase.Phase, n uint64) {
	if n > 0 {
		w.counts[int(p)+1] += n
		w.Reporter.Decided(w.Codec.Text(p), n)
	}
}

// take adds the positions found in a block to the state.
func (w *sweep) take(block int) {
	open, notWon := w.open[block], w.before.notWon.of[block]
	if won, count := w.found[0].at(block); count > 0 {
		for n, x := range won {
			open[n] &^= x
			notWon[n] &^= x
		}
		w.before.notWon.count[block] -= count
	}
	if lost, count := w.found[1].at(block); count > 0 {
		for n, x := range lost {
			open[n] &^= x
		}
	}
}

// find finds the positions of a block that are won or lost in this phase.
func (w *sweep) find(on *worker, block int) {
	open, won, lost := w.open[block], w.found[0].of[block], w.found[1].of[block]
	clear(won)
	clear(lost)
	if empty(open) {
		return
	}
	on.leads = on.scratch.AppendLeads(on.leads[:0], w.number, block)
	newWon, newLost := uint64(0), uint64(0)
	for _, to := range on.leads {
		b := w.board(to[0])
		newWon, newLost = newWon+b.won.count[to[1]], newLost+b.lost.count[to[1]]
	}
	if newLost > 0 {
		on.scratch.Before(won, open, w.number, block, func(slice, block int) ([]uint64, uint64) { return w.board(slice).lost.at(block) })
	}
	if newWon == 0 {
		return
	}
	// A lost position has a move to one that was won in the phase before. Finding these candidates
	// first costs less than scanning everything, unless there are many.
	candidates := open
	if newWon < uint64(len(open))*4 {
		candidates = w.candidates[on.number]
		on.scratch.Before(candidates, open, w.number, block, func(slice, block int) ([]uint64, uint64) { return w.board(slice).won.at(block) })
		if empty(candidates) {
			return
		}
	}
	on.scratch.Before(lost, candidates, w.number, block, func(slice, block int) ([]uint64, uint64) { return w.board(slice).notWon.at(block) })
	for n, x := range candidates {
		lost[n] = x &^ lost[n]
	}
}

func (w *sweep) board(slice int) *board {
	if slice == w.number {
		return &w.before
	}
	return w.exits[slice]
}

func empty(set []uint64) bool {
	return !slices.ContainsFunc(set, func(x uint64) bool { return x != 0 })
}

// advanceExits advances the state of the exits to the phase before r.
func (w *sweep) advanceExits(ctx context.Context, r int) error {
	for to, b := range w.exits {
		if r == 0 || r > b.last+2 {
			continue
		}
		codes := w.solver.codes[to]
		win, loss := engine.Value(w.Codec.Win(r-1)+1), engine.Value(w.Codec.Loss(r-1)+1)
		err := w.each(ctx, len(codes), func(_ *worker, block int) error {
			b.won.count[block] = codes[block].find(b.won.of[block], win)
			b.lost.count[block] = codes[block].find(b.lost.of[block], loss)
			before := b.notWon.of[block]
			for n, won := range b.won.of[block] {
				before[n] &^= won
			}
			b.notWon.count[block] -= b.won.count[block]
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
