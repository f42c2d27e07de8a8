package solver

import (
	"context"
	"fmt"
	"log/slog"
	"math/bits"
	"os"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/values"
	"github.com/foregone-db/foregone/solver/internal/way"
)

// run is one run of a solve, from its start or resumption to the table or an interruption.
type run struct {
	game    engine.Game
	options setup
	course
	codec   phase.Codec
	ledger  *ledger.Ledger
	crew    *crew.Crew
	values  *values.Values
	shift   uint // log2 of positions per chunk
	bounded bool // a phase limit left something undecided
	spilled uint64

	meter    clock.Meter // earlier runs include discovery
	resumed  bool        // an earlier run got beyond discovery
	expected float64     // seconds of all runs, as an earlier run expected; 0: unknown
	account
	closeLog func()
}

// open opens the ledger and the log, and makes the parts that all slices share.
func (r *run) open(ctx context.Context) (err error) {
	o := r.options
	store := ledger.Options{FS: o.disk, Log: o.Log}
	if o.Party != nil {
		store.Full = func() bool { return o.Party.AwaitSpace(ctx, o.Dir) }
	}
	if r.ledger, err = ledger.Open(o.Dir, r.game, r.plan.Chunk, o.MaxPhase, store); err != nil {
		return err
	}
	if chunk := r.ledger.Chunk(); r.options.Party != nil && chunk != r.plan.Chunk {
		r.ledger.Close()
		return engine.InputErrorf("the solve in %s has chunks of %d positions, and the other machines have chunks of %d", o.Dir, chunk, r.plan.Chunk)
	}
	r.plan.Chunk = r.ledger.Chunk()
	r.shift = uint(bits.TrailingZeros64(r.plan.Chunk))
	r.codec = phase.CodecOf(r.game.Kind())
	r.crew = crew.New(o.Workers, r.game, o.order)
	r.values = values.New(values.Values{
		Slices: r.plan.Slices, Codec: r.codec, Shift: r.shift, KeepAll: r.plan.KeepsExits(), Ledger: r.ledger, Crew: r.crew,
		Reporter: reporter{r}, Disk: o.disk, Folder: kv.ScratchPath(o.Dir),
	})
	if _, err = r.ledger.Note(ledger.ElapsedNote, &r.meter.Earlier.Seconds); err == nil {
		noted := r.meter.Earlier.Seconds
		r.resumed = noted > 0
		status := unfinished(o.Dir, r.plan.Name)
		r.meter.Earlier, r.expected = status.costs(), status.Seconds+status.Left
		r.meter.Earlier.Seconds = max(noted, status.Seconds)
		err = r.openLog()
	}
	if err != nil {
		r.ledger.Close()
	}
	return err
}

// openLog opens the log in the database's folder, unless the caller passed one, and logs the start.
func (r *run) openLog() error {
	r.closeLog = func() {}
	if r.options.Log == nil {
		f, err := os.OpenFile(kv.LogPath(r.options.Dir), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			return fmt.Errorf("open the log: %w", err)
		}
		r.closeLog = func() { f.Close() }
		r.options.Log = slog.New(slog.NewJSONHandler(f, nil))
	}
	r.options.Log.Info("begin", "game", r.plan.Name, "version", r.options.Version, "pid", os.Getpid(),
		"memory", r.options.Memory, "workers", r.options.Workers, "strategy", r.options.Strategy, "max_phase", r.options.MaxPhase,
		"chunk", r.plan.Chunk, "before", r.meter.Earlier.Seconds)
	return nil
}

// close closes the ledger, or deletes it if the solve is finished.
func (r *run) close(finished bool) error {
	if finished && !r.options.Keep && !r.bounded {
		return r.ledger.Drop()
	}
	return r.ledger.Close()
}

// solve finds all values and writes the table. A failure of the game becomes an error.
func (r *run) solve(ctx context.Context) (_ Summary, err error) {
	defer pool.Catch(&err)
	stop := r.startReporting()
	defer stop()
	if r.resumed {
		r.expect(r.expected, 0)
		r.event(Event{Kind: EventResume})
	} else if r.options.Party == nil { // on several machines a unit handles positions that never return
		if e, err := EstimateFor(r.game, r.options.Options); err == nil {
			r.expect(e.Seconds, e.Seconds*e.Table/e.CPU)
			r.event(Event{Kind: EventEstimate, Estimate: &e})
		}
	}
	if r.slabs != nil {
		return r.solveBySlabs(ctx)
	}
	if err := r.solveSlices(ctx); err != nil || r.follows() {
		return Summary{}, err
	}
	return r.compact(ctx, r.appendValues)
}

// follows reports whether another machine writes the table.
func (r *run) follows() bool { return r.options.Party != nil && r.options.Party.Follows() }

// largeSlice is the number of positions from which a solved slice gives its arrays back to the system.
const largeSlice = 1 << 24

// solveSlices finds all values slice by slice, leaves first, each by its way.
func (r *run) solveSlices(ctx context.Context) (err error) {
	defer func() {
		if stored := r.values.Stored(); err == nil {
			err = stored
		}
	}()
	order, err := budget.Order(r.plan.Slices)
	if err != nil {
		return err
	}
	if err := r.keepWays(); err != nil {
		return err
	}
	o := r.options
	e := &way.Environment{
		Game: r.game, Plan: r.plan, Ways: r.ways, Strategy: o.Strategy, Limit: o.MaxPhase, Codec: r.codec, Ledger: r.ledger,
		Crew: r.crew, Values: r.values, Reporter: reporter{r}, Party: o.Party, Disk: o.disk, Scratch: kv.ScratchPath(o.Dir),
		SaveEvery: o.saveEvery,
	}
	solvers := map[way.Way]way.Solver{}
	var last way.Way // of the slice before
	for at, number := range order {
		sl := r.plan.Slices[number]
		if sl.Size == 0 {
			continue
		}
		r.enter(sl)
		r.values.Enter(sl)
		w := r.ways[number]
		if w != last {
			if err := r.values.Stored(); err != nil {
				return err
			}
		}
		last = w
		if solvers[w] == nil {
			solvers[w] = w.Start(e)
		}
		result, err := solvers[w].Solve(ctx, region.LayoutOf(number, sl, r.shift), order[at+1:])
		r.spilled += result.Spilled
		r.bounded = r.bounded || result.Bounded
		if err != nil {
			return err
		}
		r.values.Release(order[at+1:])
		if !sl.Layer && sl.Size >= largeSlice {
			pages.GiveBack()
		}
	}
	return nil
}
