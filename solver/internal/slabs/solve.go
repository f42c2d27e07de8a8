package slabs

import (
	"context"
	"errors"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/fast"
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
	// Counts are by remoteness, from 0 plies on. All other positions are drawn, or undecided
	// if the solve is bounded.
	Counts []Counts
	// Bounded means that the limit may have left positions undecided.
	Bounded bool
}

// Strategy is the name of this way of solving.
const Strategy = "slabs"

// run is a solve.
type run struct {
	slabs   fast.Slabs
	options setup
	words   int
	plan    plan
	live    live
	workers []*worker
	log     *log
	won     []uint64 // by live slab: bitmaps of the configurations known to be won
	open    *bitmaps // configurations with a link to a position not known to be won
	x       *exchange
	factor  float64           // records for each position unlinked, from the last measurement
	step    progress.StepName // the current step
}

// Solve solves a game by slabs, or resumes an earlier call in the same folder. The caller must
// close the solution.
func Solve(ctx context.Context, s fast.Slabs, o Options) (*Solution, error) {
	return solve(ctx, s, setup{Options: o})
}

func solve(ctx context.Context, s fast.Slabs, o setup) (*Solution, error) {
	r, err := newRun(s, o)
	if err != nil {
		return nil, err
	}
	if err := r.solve(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	ends := r.log.ends
	return &Solution{run: r, Counts: ends, Bounded: ends[len(ends)-1].Stored > 0}, nil
}

// newRun returns a run in a folder and opens its log.
func newRun(s fast.Slabs, o setup) (r *run, err error) {
	r = &run{slabs: s, options: o, words: s.Words(), factor: 1.5}
	for range o.Workers {
		set := func() []uint64 { return make([]uint64, r.words) }
		r.workers = append(r.workers, &worker{run: r, scratch: s.NewSlabScratch(), a: set(), b: set(), c: set(), d: set()})
	}
	r.log, err = openLog(o.Dir)
	return r, err
}

// Close frees the memory and closes the log.
func (s *Solution) Close() error { return s.run.close() }

func (r *run) close() error {
	freeArena(r.won)
	r.won = nil
	return r.log.close()
}

func (r *run) solve(ctx context.Context) (err error) {
	if err := r.classify(ctx); err != nil {
		return err
	}
	if r.plan, err = planFor(len(r.live.slabs), r.words, r.log.shift, r.options); err != nil {
		return err
	}
	r.log.shift = int(r.plan.shift)
	if r.won, err = newArena(uint64(len(r.live.slabs)) * uint64(r.words)); err != nil {
		return err
	}
	return r.phases(ctx)
}

// span returns the live slabs of a chunk.
func (r *run) span(chunk int) (first, n int) {
	first = chunk << r.plan.shift
	return first, min(1<<r.plan.shift, len(r.live.slabs)-first)
}

func (r *run) wonOf(n int) []uint64 { return r.won[n*r.words : (n+1)*r.words] }

// beginStep begins a step of the current phase.
func (r *run) beginStep(name progress.StepName, units int) *progress.Counter {
	p := phase.Phase(len(r.log.ends))
	r.options.Reporter.Begin(progress.Step{Phase: p, Name: name, Strategy: Strategy}, units)
	r.step = name
	return r.options.Reporter.Count(p, units, 0)
}

// phases finds all positions that are won or lost.
func (r *run) phases(ctx context.Context) error {
	arena, err := newArena(r.plan.exchange)
	if err != nil {
		return err
	}
	r.x = newExchange(arena, r.plan.chunks, r.plan.confBits)
	defer func() {
		freeArena(arena)
		r.x = nil
		for _, w := range r.workers {
			freeArena(w.chunk)
			w.sender, w.chunk, w.touched = nil, nil, nil
		}
	}()
	for _, w := range r.workers {
		w.sender = r.x.sender()
		w.touched = make([]bool, 1<<r.plan.shift)
		if w.chunk, err = newArena(uint64(r.words) << r.plan.shift); err != nil {
			return err
		}
	}
	if err := r.recall(ctx); err != nil || r.log.complete(r.options.Limit) {
		return err
	}
	if r.open, err = newBitmaps(len(r.live.slabs), r.words, r.plan.inMemory, r.options.Dir); err != nil {
		return err
	}
	if err = r.findOpen(ctx); err == nil {
		err = r.advance(ctx)
	}
	return errors.Join(err, r.open.discard())
}

// recall finds the positions decided at once, and reads all other wins from the log.
func (r *run) recall(ctx context.Context) error {
	for remoteness := range r.log.ends {
		r.decided(remoteness)
	}
	if len(r.log.ends) == 0 {
		if err := r.scan(ctx, progress.LostAtOnce, (*worker).loseAtOnce); err != nil {
			return err
		}
	}
	if err := r.winAtOnce(ctx); err != nil {
		return err
	}
	for remoteness := 3; remoteness < len(r.log.ends); remoteness += 2 {
		if err := r.reload(ctx, remoteness); err != nil {
			return err
		}
	}
	return nil
}

// advance goes from phase to phase.
func (r *run) advance(ctx context.Context) error {
	for !r.log.complete(r.options.Limit) {
		var err error
		switch remoteness := len(r.log.ends); {
		case remoteness == 2:
			err = r.scan(ctx, progress.SlabLosses, (*worker).loseFirst)
		case remoteness%2 == 1:
			err = r.solvePhase(ctx, progress.LossesToWins, (*worker).win)
		default:
			err = r.solvePhase(ctx, progress.WinsToLosses, (*worker).lose)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// result is the result of a task on a chunk: a payload of the log and its counts.
type result struct {
	payload []byte
	counts  Counts
}

// add adds the result of a slab, by its place in the chunk.
func (res *result) add(w *worker, place, before int, set []uint64) {
	w.scratch.Stored(w.d)
	res.counts.add(set, w.d)
	res.payload = appendSlab(res.payload, place, before, set)
}

// scan finds the positions of the next remoteness by a task for each chunk, without gathering
// links.
func (r *run) scan(ctx context.Context, name progress.StepName, task func(w *worker, chunk int) (result, error)) error {
	if err := r.log.beginPhase(); err != nil {
		return err
	}
	counter := r.beginStep(name, r.plan.chunks)
	err := r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
		defer counter.Done()
		if r.log.recorded(chunk) {
			return nil
		}
		return r.commit(w, chunk, task)
	})
	if err != nil {
		return err
	}
	return r.finish(r.log.counted())
}

// commit does the task of a chunk and logs the result. It logs an empty result too, which marks
// the chunk as done.
func (r *run) commit(w *worker, chunk int, task func(w *worker, chunk int) (result, error)) error {
	res, err := task(w, chunk)
	if err != nil {
		return err
	}
	if err := r.log.add(chunk, res.payload, res.counts); err != nil {
		return err
	}
	if r.options.logged != nil {
		r.options.logged()
	}
	return nil
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

// solvePhase finds the positions of the next remoteness from those of the one before.
func (r *run) solvePhase(ctx context.Context, name progress.StepName, task func(w *worker, chunk int) (result, error)) error {
	if err := r.log.beginPhase(); err != nil {
		return err
	}
	remoteness := len(r.log.ends)
	wins := remoteness%2 == 1
	send := r.frontier(remoteness - 1)
	err := r.gather(ctx, name, r.log.ends[remoteness-1].Stored, r.log.begun(r.plan.chunks), send, func(w *worker, chunk int) error {
		if r.log.recorded(chunk) {
			return nil
		}
		if err := r.commit(w, chunk, task); err != nil || !wins {
			return err
		}
		first, _ := r.span(chunk)
		for place, touched := range w.touched {
			if touched {
				unite(r.wonOf(first+place), w.set(place))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if wins && r.log.resumed {
		if err := r.reload(ctx, remoteness); err != nil {
			return err
		}
	}
	return r.finish(r.log.counted())
}

// reload adds the configurations of a remoteness in the log to the won sets.
func (r *run) reload(ctx context.Context, remoteness int) error {
	return r.each(ctx, r.plan.chunks, func(_ context.Context, w *worker, chunk int) error {
		first, _ := r.span(chunk)
		return r.log.each(remoteness, chunk, &w.read, func(place int, configurations []uint32) error {
			insert(r.wonOf(first+place), configurations)
			return nil
		})
	})
}
