package solver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/bits"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/store"
)

// run is one run of a solve: from start or resumption to the table or to an
// interruption.
type run struct {
	game         engine.Game
	slices       []engine.Slice
	options      Options
	plan         plan
	store        *store.Store
	crew         crew
	scratch      string // folder of updates and layers
	shift        uint   // log2 of positions per chunk
	width        uint64 // bytes per counter
	bufferBudget uint64 // bytes for the buffers of an exchange
	counting     bool   // counters of the present slice fit in memory
	watching     bool   // a successor for each of its positions does
	finished     []held // by slice
	gates        []gate // of the present slice, ascending
	keeping      bool   // finished keeps all values that are needed later
	wide         bool   // values take two bytes
	lastPhases   []int
	bounded      bool // a phase limit left something undecided

	started  time.Time
	before   float64 // seconds of earlier runs
	spilled  uint64  // bytes of updates
	mu       sync.Mutex
	synced   time.Time // when a commit last waited for the disk
	progress progress
}

// Notes of the store.
const (
	elapsedNote = "elapsed" // seconds of wall time so far
	limitNote   = "limit"   // Options.MaxPhase of the last run
)

// Solve solves g, or goes on where an interrupted solve in o.Dir stopped. It
// returns when the table stands, ctx is done (the error is then ctx's cause, and
// what was committed is kept), or something is wrong. The table is the same for all
// options but MaxPhase.
//
// A table that stands already is left as it is. A folder that holds something else
// is refused and left as it is.
func Solve(ctx context.Context, g engine.Game, o Options) (Summary, error) {
	if err := o.complete(g); err != nil {
		return Summary{}, err
	}
	if err := engine.CheckParts(g); err != nil {
		return Summary{}, err
	}
	if s, ok, err := existing(g, o); err != nil || ok {
		return s, err
	}
	p, err := planFor(g, o)
	if err != nil {
		return Summary{}, err
	}
	created, err := makeFolder(o.Dir)
	if err != nil {
		return Summary{}, err
	}
	if _, err := os.Stat(kv.StorePath(o.Dir)); err == nil {
		// An interrupted solve goes on: what it needs is partly there.
	} else if err := p.checkDisk(g, o); err != nil {
		if created {
			os.Remove(o.Dir)
		}
		return Summary{}, err
	}
	r := &run{game: g, slices: g.Slices(), options: o, plan: p, width: p.width, started: time.Now(), scratch: kv.ScratchPath(o.Dir)}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory - o.Memory/8)))
	if err := r.open(); err != nil {
		return Summary{}, err
	}
	closeLog, err := r.openLog()
	if err != nil {
		return Summary{}, errors.Join(err, r.store.Close())
	}
	defer closeLog()
	s, err := r.solve(ctx)
	if err != nil {
		r.options.Log.Error("stopped", "error", err)
	}
	r.finishStatus(err == nil)
	closeStore := r.store.Close
	if err == nil && !o.Keep && !r.bounded {
		closeStore = r.store.DropLog
	}
	if closed := closeStore(); err == nil {
		err = closed
	}
	if err != nil {
		return Summary{}, err
	}
	r.event(Event{Kind: EventDone, SHA256: s.SHA256})
	return s, nil
}

var errNoFolder = errors.New("solver: no database folder")

// makeFolder makes a folder and says whether it was not there.
func makeFolder(dir string) (created bool, err error) {
	if _, err := os.Stat(dir); err == nil {
		return false, nil
	}
	return true, os.MkdirAll(dir, 0o777)
}

// complete fills in defaults and refuses options that make no sense.
func (o *Options) complete(g engine.Game) error {
	if o.Dir == "" {
		return errNoFolder
	}
	for _, sl := range g.Slices() {
		if g.Kind() == engine.Score && !sl.Layer {
			return fmt.Errorf("%s has scores and a slice that play can stay in, %q: scores are found in layers only", g.Spec(), sl.Name)
		}
	}
	if o.disk == nil {
		o.disk = vfs.Default
	}
	if o.Strategy == "" {
		o.Strategy = Auto
	}
	if o.Strategy != Auto && o.Strategy != Forward && o.Strategy != Backward {
		return engine.InputErrorf("strategy %q: want auto, forward or backward", o.Strategy)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxPhase > g.Kind().MaxRemoteness() {
		o.MaxPhase = 0
	}
	o.MaxPhase = max(o.MaxPhase, 0)
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
	return nil
}

// existing returns the summary of the table in the folder when it answers what o
// asks for.
func existing(g engine.Game, o Options) (Summary, bool, error) {
	path := kv.TablePath(o.Dir)
	t, err := table.Open(path, table.ReaderOptions{})
	if errors.Is(err, table.ErrNotFound) {
		return Summary{}, false, nil
	}
	if err != nil {
		return Summary{}, false, err
	}
	defer t.Close()
	if err := t.CheckGame(g.Spec()); err != nil {
		return Summary{}, false, err
	}
	have := t.Header().MaxPhase
	if have != 0 && (o.MaxPhase == 0 || o.MaxPhase > have) {
		return Summary{}, false, nil
	}
	if have == 0 && !o.Keep {
		if err := dropLeftLog(o.Dir); err != nil {
			return Summary{}, false, err
		}
	}
	return Summary{Spec: g.Spec().String(), Positions: g.Size(), SHA256: t.Summary().SHA256, Table: path, Already: true}, true, nil
}

// dropLeftLog deletes the log that a run left beside its finished table, because it
// was told to keep it or was killed before it could delete it.
func dropLeftLog(dir string) error {
	db, err := store.Open(dir, store.Options{})
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return db.DropLog()
}

// openLog opens the log in the database's folder, unless the caller brought one, and
// writes what begins.
func (r *run) openLog() (closeLog func(), err error) {
	closeLog = func() {}
	if r.options.Log == nil {
		f, err := os.OpenFile(kv.LogPath(r.options.Dir), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			return nil, fmt.Errorf("open the log: %w", err)
		}
		closeLog = func() { f.Close() }
		r.options.Log = slog.New(slog.NewJSONHandler(f, nil))
	}
	r.options.Log.Info("begin", "game", r.game.Spec().String(), "version", r.options.Version, "pid", os.Getpid(),
		"memory", r.options.Memory, "workers", r.options.Workers, "strategy", r.options.Strategy, "max_phase", r.options.MaxPhase,
		"chunk", r.plan.chunk, "before", r.before)
	return closeLog, nil
}

// open opens the store, or makes one.
func (r *run) open() error {
	opts := store.Options{Log: r.options.Log, FS: r.options.disk}
	db, err := store.Open(r.options.Dir, opts)
	if errors.Is(err, table.ErrNotFound) {
		db, err = store.Create(r.options.Dir, store.ManifestOf(r.game, r.plan.chunk), opts)
	}
	if err != nil {
		return err
	}
	r.store = db
	have := db.Manifest()
	if err := db.CheckGame(r.game.Spec()); err != nil {
		db.Close()
		return err
	}
	// Exits into a slice that was solved up to a phase limit were taken for draws
	// where the limit left them undecided: with another limit it all starts anew.
	limit := -1
	if _, err := db.Note(limitNote, &limit); err != nil {
		db.Close()
		return err
	}
	if len(r.slices) > 1 && limit == 0 && r.options.MaxPhase > 0 {
		db.Close()
		return engine.InputErrorf("the solve in %s was begun without a phase limit: go on without one, or solve up to phase %d in another folder", r.options.Dir, r.options.MaxPhase)
	}
	if len(r.slices) > 1 && limit > 0 && limit != r.options.MaxPhase {
		if err := db.DropLog(); err != nil {
			return err
		}
		return r.open()
	}
	if limit != r.options.MaxPhase {
		batch := db.NewBatch()
		batch.SetNote(limitNote, r.options.MaxPhase)
		if err := batch.Commit(); err != nil {
			db.Close()
			return err
		}
	}
	r.plan.chunk = have.Chunk
	r.shift = uint(bits.TrailingZeros64(have.Chunk))
	r.crew = newCrew(r.options.Workers, r.game)
	r.finished = make([]held, len(r.slices))
	r.lastPhases = make([]int, len(r.slices))
	r.wide = r.game.Kind().Width() == 2
	r.keeping = r.plan.most(r.game, r.plan.sets)+r.plan.buffers() <= r.plan.working
	if _, err := db.Note(elapsedNote, &r.before); err != nil {
		db.Close()
		return err
	}
	return nil
}

// solve solves the slices, leaves first, and writes the table.
func (r *run) solve(ctx context.Context) (Summary, error) {
	stop := r.startReporting()
	defer stop()
	if r.before > 0 {
		r.event(Event{Kind: EventResume})
	} else if e, err := EstimateFor(r.game, r.options); err == nil {
		r.event(Event{Kind: EventEstimate, Estimate: &e})
	}
	order, err := solveOrder(r.slices)
	if err != nil {
		return Summary{}, err
	}
	for at, number := range order {
		if err := r.solveSlice(ctx, number); err != nil {
			return Summary{}, err
		}
		r.release(order[at+1:])
	}
	return r.compact(ctx)
}

func (r *run) solveSlice(ctx context.Context, number int) error {
	sl := r.slices[number]
	if sl.Size == 0 {
		return nil
	}
	r.enter(sl)
	r.openGates(sl)
	if sl.Layer {
		if err := r.hold(ctx, sl.Exits); err != nil {
			return err
		}
		values, err := r.solveLayer(ctx, number, r.keeping && r.needed(number))
		r.setHeld(number, held{sl.First, values})
		return err
	}
	s := &sliceRun{run: r, number: number, slice: sl, chunks: int((sl.Size + 1<<r.shift - 1) >> r.shift)}
	exits := r.plan.exitBytes(r.slices, sl)
	if r.keeping {
		exits = r.held()
	}
	m := r.plan.mode(r.game, sl, r.options, exits)
	s.spilling, s.exitWindow, s.reversing, r.counting, r.watching, r.bufferBudget = m.spilling, m.window, m.reversing, m.counting, m.watching, m.buffers
	var exitsHeld []int
	if s.exitWindow == 0 {
		exitsHeld = sl.Exits
	}
	if err := r.hold(ctx, exitsHeld); err != nil {
		return err
	}
	last, err := s.solve(ctx)
	if err != nil {
		return err
	}
	r.lastPhases[number] = last
	if r.keeping && r.needed(number) {
		return r.load(ctx, number)
	}
	return nil
}

// needed reports whether another slice exits into a slice.
func (r *run) needed(number int) bool {
	for _, other := range r.slices {
		if slices.Contains(other.Exits, number) {
			return true
		}
	}
	return false
}

// solveOrder returns the slices so that each comes after those its exits lead to.
func solveOrder(list []engine.Slice) ([]int, error) {
	var order []int
	state := make([]int, len(list)) // 1 on the way, 2 done
	var visit func(n int) error
	visit = func(n int) error {
		switch state[n] {
		case 1:
			return fmt.Errorf("slice %s can be left and entered again: slices must not form a cycle", list[n].Name)
		case 2:
			return nil
		}
		state[n] = 1
		for _, e := range list[n].Exits {
			if err := visit(e); err != nil {
				return err
			}
		}
		state[n] = 2
		order = append(order, n)
		return nil
	}
	for n := range list {
		if err := visit(n); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// release frees the values of slices that no slice of rest exits into.
func (r *run) release(rest []int) {
	needed := make([]bool, len(r.slices))
	for _, n := range rest {
		for _, e := range r.slices[n].Exits {
			needed[e] = true
		}
	}
	for n := range r.finished {
		if !needed[n] {
			r.setHeld(n, held{})
		}
	}
}

// held returns the bytes of the values of finished slices in memory.
func (r *run) held() (n uint64) {
	for _, h := range r.finished {
		n += uint64(len(h.values))
	}
	return n
}

// compact streams the frontiers into the table.
func (r *run) compact(ctx context.Context) (Summary, error) {
	header := table.HeaderOf(r.game)
	if r.bounded {
		header.MaxPhase = r.options.MaxPhase
	}
	options := table.WriterOptions{Workers: r.options.Workers, Replace: true}
	if weight, ok := uniformWeight(r.slices); ok {
		options.UniformWeight = weight
	} else {
		options.Weight = r.game.Weight
	}
	w, err := table.Create(kv.TablePath(r.options.Dir), header, options)
	if err != nil {
		return Summary{}, err
	}
	defer w.Abort()
	total := 0
	for _, sl := range r.slices {
		if sl.Layer {
			continue
		}
		total += int((sl.Size + 1<<r.shift - 1) >> r.shift)
	}
	step := r.stepsOf(EventCompact, "compaction", 0, total)
	values := make([]byte, r.plan.value<<r.shift)
	for number, sl := range r.slices {
		if sl.Layer {
			if err := r.compactLayer(ctx, w, number); err != nil {
				return Summary{}, err
			}
			continue
		}
		for chunk := 0; uint64(chunk)<<r.shift < sl.Size; chunk++ {
			if ctx.Err() != nil {
				return Summary{}, context.Cause(ctx)
			}
			part := values[:r.plan.value*min(uint64(1)<<r.shift, sl.Size-uint64(chunk)<<r.shift)]
			clear(part)
			if err := r.fill(part, number, chunk); err != nil {
				return Summary{}, err
			}
			if err := w.Append(part); err != nil {
				return Summary{}, err
			}
			step.done()
		}
	}
	written, err := w.Finish()
	if err != nil {
		return Summary{}, err
	}
	s := Summary{
		Spec: r.game.Spec().String(), Positions: r.game.Size(), SHA256: written.SHA256,
		Elapsed: time.Duration(r.elapsed() * float64(time.Second)), Spilled: r.spilled, Table: kv.TablePath(r.options.Dir),
	}
	if !r.bounded && !r.options.Keep { // else a later run may go on from the layers
		if err := r.options.disk.RemoveAll(r.scratch); err != nil {
			return Summary{}, err
		}
	}
	return s, nil
}

// compactLayer appends the values of a layer to the table.
func (r *run) compactLayer(ctx context.Context, w *table.Writer, number int) error {
	var note layerNote
	if _, err := r.store.Note(r.layerName(number), &note); err != nil {
		return err
	}
	return r.eachOfLayer(number, note, func(part []byte) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return w.Append(part)
	})
}

// uniformWeight returns the weight that all slices share, if they do.
func uniformWeight(list []engine.Slice) (uint64, bool) {
	for _, sl := range list {
		if sl.Weight == 0 || sl.Weight != list[0].Weight {
			return 0, false
		}
	}
	return list[0].Weight, true
}
