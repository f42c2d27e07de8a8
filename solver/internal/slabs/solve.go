package slabs

import (
	"context"
	"errors"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
	"github.com/foregone-db/foregone/solver/internal/parts"
	"github.com/foregone-db/foregone/solver/internal/party"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// Options of a solve.
type Options struct {
	Dir      string // the folder of the log and working files; it must exist
	Memory   uint64 // bytes, an upper bound for this package
	Workers  int
	Limit    int // the greatest remoteness to solve, in plies; 0: all
	Reporter progress.Reporter
	Party    party.Party // the machines that solve together; nil: this machine solves alone
}

// setup is the options of a solve and the choices that tests make. Outside tests these are zero.
type setup struct {
	Options
	chunk   int    // slabs in a chunk; 0: chosen by the plan
	records uint64 // bytes for records, at least those of one chunk; 0: the free memory
	logged  func() // called concurrently after each record of the log; may be nil
	inFile  bool   // keep open configurations in a file
}

// Solution is the result of a solve.
type Solution struct {
	run *run
	won []uint64 // of all live slabs
	// Counts are by remoteness, from 0 plies on. All other positions are drawn, or undecided
	// if the solve is bounded.
	Counts []Counts
	// Bounded means that the limit may have left positions undecided.
	Bounded bool
}

// Strategy is the name of this way of solving.
const Strategy = "slabs"

// run is a solve: what one machine alone and each of several machines have in common.
type run struct {
	slabs   fast.Slabs
	options setup
	words   int
	plan    plan
	live    live
	workers []*worker
	log     *log
	step    progress.StepName // the current step
}

// state is what a machine knows of the positions of its live slabs: all of them ([whole]) or those of a part ([part]).
// Calls for different chunks are safe for concurrent use.
type state interface {
	// wonOf returns the set of a slab's configurations that are known to be won.
	wonOf(slab int) []uint64
	// readOpen stores in dst the open sets of some slabs of a chunk from first on: the configurations with a link to
	// a position that is not known to be won.
	readOpen(dst []uint64, first int) error
	// eachLost calls f with the configurations of a chunk that are lost at once, slab by slab.
	eachLost(chunk int, b *parts.Buffer, f func(place int, configurations []uint32) error) error
	// close removes from a set of the slab that w has entered what is open, and takes the rest, if there is any,
	// from the open set of the slab. It stores the open set in w.b.
	close(w *worker, slab int, set []uint64) (any bool, err error)
}

// whole is the state of a machine that solves alone.
type whole struct {
	*run
	won    []uint64 // by live slab
	open   *bitmaps
	x      *exchange
	factor float64 // records for each position unlinked, from the last measurement
}

// Solve solves a game by slabs, or resumes an earlier call in the same folder. The caller must
// close the solution. A machine that follows others gets nil.
func Solve(ctx context.Context, s fast.Slabs, o Options) (*Solution, error) {
	return solve(ctx, s, setup{Options: o})
}

func solve(ctx context.Context, s fast.Slabs, o setup) (*Solution, error) {
	r := &run{slabs: s, options: o, words: s.Words()}
	for range o.Workers {
		set := func() []uint64 { return make([]uint64, r.words) }
		r.workers = append(r.workers, &worker{run: r, scratch: s.NewSlabScratch(), a: set(), b: set(), c: set(), d: set()})
	}
	var err error
	if r.log, err = openLog(o.Dir); err != nil {
		return nil, err
	}
	if p := o.Party; p != nil {
		t := &team{run: r}
		if err := t.solve(ctx); err != nil || p.Follows() {
			return nil, errors.Join(err, r.log.close())
		}
	}
	h := &whole{run: r, factor: 1.5} // several machines leave all results in the log
	for _, w := range r.workers {
		w.state = h
	}
	if err := h.solve(ctx); err != nil {
		freeArena(h.won)
		return nil, errors.Join(err, r.log.close())
	}
	ends := r.log.ends
	return &Solution{run: r, won: h.won, Counts: ends, Bounded: ends[len(ends)-1].Stored > 0}, nil
}

// Close frees the memory and closes the log.
func (s *Solution) Close() error {
	freeArena(s.won)
	s.won = nil
	return s.run.log.close()
}

// solve finds all positions that are won or lost.
func (h *whole) solve(ctx context.Context) (err error) {
	if len(h.live.part) == 0 { // several machines have not found the live slabs
		if err := h.classify(ctx); err != nil {
			return err
		}
	}
	if h.plan, err = planFor(len(h.live.slabs), h.words, h.log.shift, h.options); err != nil {
		return err
	}
	h.log.shift = int(h.plan.shift)
	if h.won, err = newArena(uint64(len(h.live.slabs))*uint64(h.words), true); err != nil {
		return err
	}
	arena, err := newArena(h.plan.exchange, true)
	if err != nil {
		return err
	}
	h.x = newExchange(arena, h.plan.chunks, h.plan.confBits)
	defer func() {
		freeArena(arena)
		h.x = nil
		h.dropChunks()
	}()
	if err := h.makeChunks(); err != nil {
		return err
	}
	for _, w := range h.workers {
		s := h.x.sender()
		w.send = func(links []uint64) { s.send(links, h.plan.shift) }
	}
	if err := h.recall(ctx); err != nil || h.log.complete(h.options.Limit) {
		return err
	}
	if h.open, err = newBitmaps(len(h.live.slabs), h.words, h.plan.inMemory, h.options.Dir); err != nil {
		return err
	}
	for err = h.findOpen(ctx); err == nil && !h.log.complete(h.options.Limit); {
		err = h.decide(ctx)
	}
	return errors.Join(err, h.open.discard())
}

// span returns the live slabs of a chunk.
func (r *run) span(chunk int) (first, n int) {
	first = chunk << r.plan.shift
	return first, min(1<<r.plan.shift, len(r.live.slabs)-first)
}

func (h *whole) wonOf(slab int) []uint64 { return h.won[slab*h.words : (slab+1)*h.words] }

func (h *whole) readOpen(dst []uint64, first int) error { return h.open.read(dst, first) }

func (h *whole) eachLost(chunk int, b *parts.Buffer, f func(place int, configurations []uint32) error) error {
	return h.log.each(0, chunk, b, f)
}

// beginStep begins a step of the current phase.
func (r *run) beginStep(name progress.StepName, units int) *progress.Counter {
	p := phase.Phase(len(r.log.ends))
	r.options.Reporter.Begin(progress.Step{Phase: p, Name: name, Strategy: Strategy}, units)
	r.step = name
	return r.options.Reporter.Count(p, units, 0)
}

// makeChunks makes the sets of a chunk of each worker.
func (r *run) makeChunks() (err error) {
	for _, w := range r.workers {
		w.touched = make([]bool, 1<<w.plan.shift)
		if w.chunk, err = newArena(uint64(w.words)<<w.plan.shift, true); err != nil {
			return err
		}
	}
	return nil
}

// dropChunks frees what makeChunks made.
func (r *run) dropChunks() {
	for _, w := range r.workers {
		freeArena(w.chunk)
		w.send, w.chunk, w.touched = nil, nil, nil
	}
}

// recall finds the positions decided at once, and reads all other wins from the log.
func (h *whole) recall(ctx context.Context) error {
	for remoteness := range h.log.ends {
		h.decided(remoteness)
	}
	if len(h.log.ends) == 0 {
		if err := h.decide(ctx); err != nil {
			return err
		}
	}
	if err := h.winAtOnce(ctx); err != nil {
		return err
	}
	for remoteness := 3; remoteness < len(h.log.ends); remoteness += 2 {
		if err := h.reload(ctx, remoteness); err != nil {
			return err
		}
	}
	return nil
}

// stepOf returns the step that finds the positions of a remoteness.
func stepOf(remoteness int) progress.StepName {
	if remoteness > 2 {
		remoteness = 4 - remoteness%2
	}
	return [...]progress.StepName{progress.LostAtOnce, progress.WonAtOnce, progress.SlabLosses, progress.LossesToWins, progress.WinsToLosses}[remoteness]
}

// task finds the positions of a remoteness in a chunk. From 3 plies on the sets of the chunk have the links that
// lead to positions of the remoteness before.
func (w *worker) task(remoteness, chunk int) (parts.Result, error) {
	switch {
	case remoteness == 0:
		return w.loseAtOnce(chunk)
	case remoteness == 2:
		return w.loseFirst(chunk)
	case remoteness%2 == 0:
		return w.lose(chunk)
	}
	return w.win(chunk), nil
}

// add adds the result of a slab, by its place in the chunk.
func (w *worker) add(res *parts.Result, place, before int, set []uint64) {
	w.scratch.Stored(w.d)
	res.Counts.Add(count(set, w.d))
	res.Payload = parts.AppendSet(res.Payload, place, before, set)
}

// decide finds the positions of the next remoteness chunk by chunk, and logs the results. An empty result marks
// a chunk as done.
func (h *whole) decide(ctx context.Context) error {
	if err := h.log.beginPhase(); err != nil {
		return err
	}
	remoteness := len(h.log.ends)
	name := stepOf(remoteness)
	use := func(w *worker, chunk int) error {
		if h.log.recorded(chunk) {
			return nil
		}
		res, err := w.task(remoteness, chunk)
		if err == nil {
			err = h.log.add(chunk, res.Payload, res.Counts)
		}
		if err == nil && h.options.logged != nil {
			h.options.logged()
		}
		return err
	}
	var err error
	if remoteness > 2 {
		err = h.gather(ctx, name, h.log.ends[remoteness-1].Stored, h.log.begun(h.plan.chunks), h.frontier(remoteness-1), use)
	} else {
		counter := h.beginStep(name, h.plan.chunks)
		err = h.each(ctx, h.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
			defer counter.Done()
			return use(w, chunk)
		})
	}
	if err == nil && remoteness%2 == 1 && h.log.resumed {
		err = h.reload(ctx, remoteness)
	}
	if err != nil {
		return err
	}
	var sum Counts
	for _, p := range h.log.places[len(h.log.ends)] {
		sum.Add(p.counts)
	}
	return h.finish(sum)
}

// finish ends a phase.
func (r *run) finish(counts Counts) error {
	remoteness := len(r.log.ends)
	if err := r.log.finish(counts); err != nil {
		return err
	}
	r.options.Reporter.Done(progress.Step{Phase: phase.Phase(remoteness), Name: r.step, Strategy: Strategy}, counts.Stored, 0)
	r.decided(remoteness)
	return nil
}

// decided reports the number of positions of a remoteness.
func (r *run) decided(remoteness int) {
	codec := phase.CodecOf(engine.Byte)
	r.options.Reporter.Decided(codec.Text(phase.Phase(remoteness)), r.log.ends[remoteness].Stored)
}

// reload adds the configurations of a remoteness in the log to the won sets.
func (h *whole) reload(ctx context.Context, remoteness int) error {
	return h.each(ctx, h.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
		first, _ := h.span(chunk)
		return h.log.each(remoteness, chunk, &w.read, func(place int, configurations []uint32) error {
			insert(h.wonOf(first+place), configurations)
			return nil
		})
	})
}
