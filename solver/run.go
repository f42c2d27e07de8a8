package solver

import (
	"context"
	"fmt"
	"log/slog"
	"math/bits"
	"os"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/crew"
	"github.com/foregone-db/foregone/solver/internal/layers"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/pages"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/phases"
	"github.com/foregone-db/foregone/solver/internal/region"
	"github.com/foregone-db/foregone/solver/internal/scores"
	"github.com/foregone-db/foregone/solver/internal/values"
)

// run is one run of a solve: from start or resumption to the table or to an
// interruption.
type run struct {
	game    engine.Game
	options Options
	plan    budget.Plan
	codec   phase.Codec
	ledger  *ledger.Store
	crew    *crew.Crew
	values  *values.Values
	shift   uint      // log2 of positions per chunk
	bounded bool      // a phase limit left something undecided
	slabs   *slabPlan // of a solve by slabs, else nil
	sweeps  sweepPlan
	spilled uint64

	started time.Time
	before  float64 // seconds of earlier runs, and of finding the positions
	resumed bool    // an earlier run came farther than that
	account
	closeLog func()
}

// open opens the ledger and the log, and makes what all slices have in common.
func (r *run) open() (err error) {
	o := r.options
	if r.ledger, err = ledger.Open(o.Dir, r.game, r.plan.Chunk, o.MaxPhase, o.disk, o.Log); err != nil {
		return err
	}
	if chunk := r.ledger.Chunk(); r.options.Party != nil && chunk != r.plan.Chunk {
		r.ledger.Close()
		return engine.InputErrorf("the solve in %s has chunks of %d positions, and the other machines have chunks of %d", o.Dir, chunk, r.plan.Chunk)
	}
	r.plan.Chunk = r.ledger.Chunk()
	r.shift = uint(bits.TrailingZeros64(r.plan.Chunk))
	r.codec = phase.CodecOf(r.game.Kind())
	r.crew = crew.New(o.Workers, r.game)
	r.crew.Arrange = o.arrange
	scratch := kv.ScratchPath(o.Dir)
	r.values = &values.Values{
		Slices: r.plan.Slices, Codec: r.codec, Shift: r.shift, KeepAll: r.plan.KeepsExits(), Ledger: r.ledger, Crew: r.crew,
		Layers: &values.Layers{Disk: o.disk, Folder: scratch, Slices: r.plan.Slices, Width: r.codec.Width(), Ledger: r.ledger},
	}
	r.values.Begin()
	if _, err = r.ledger.Note(ledger.ElapsedNote, &r.before); err == nil {
		r.resumed = r.before > 0
		r.before = max(r.before, secondsSoFar(o.Dir, r.plan.Name))
		err = r.openLog()
	}
	if err != nil {
		r.ledger.Close()
	}
	return err
}

// openLog opens the log in the database's folder, unless the caller brought one, and
// writes what begins.
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
		"chunk", r.plan.Chunk, "before", r.before)
	return nil
}

// close closes the ledger, or deletes it where it is not needed any more.
func (r *run) close(finished bool) error {
	if finished && !r.options.Keep && !r.bounded {
		return r.ledger.Drop()
	}
	return r.ledger.Close()
}

// solve finds all values and writes the table. A failure of the game ends it as an error does.
func (r *run) solve(ctx context.Context) (_ Summary, err error) {
	defer pool.Catch(&err)
	stop := r.startReporting()
	defer stop()
	if r.resumed {
		r.event(Event{Kind: EventResume})
	} else if r.options.Party == nil { // on several machines a position that is endless is a unit's business
		if e, err := EstimateFor(r.game, r.options); err == nil {
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

// follows reports whether another machine makes the table.
func (r *run) follows() bool { return r.options.Party != nil && r.options.Party.Follows() }

// largeSlice is the positions of a slice whose arrays are worth giving back when it is solved.
const largeSlice = 1 << 24

// solveSlices finds all values slice by slice, leaves first, in the way that suits each: a
// slice that no move stays in is a layer, all others take sweeps or phases, or go by scores. Another way of solving
// a game as a whole would stand in place of this one, in solve, as solveBySlabs does.
func (r *run) solveSlices(ctx context.Context) (err error) {
	whole := values.Whole{Values: r.values}
	defer func() {
		if stored := whole.Stored(); err == nil {
			err = stored
		}
	}()
	order, err := budget.Order(r.plan.Slices)
	if err != nil {
		return err
	}
	for at, number := range order {
		sl := r.plan.Slices[number]
		if sl.Size == 0 {
			continue
		}
		r.enter(sl)
		r.values.Enter(sl)
		l := region.LayoutOf(number, sl, r.shift)
		bySweeps := false
		if bySweeps, err = r.takesSweeps(number); err != nil {
			return err
		}
		if !sl.Layer {
			if err = whole.Stored(); err != nil {
				return err
			}
		}
		switch {
		case sl.Layer:
			err = r.solveLayer(ctx, l)
		case r.game.Kind() == engine.Score:
			err = r.solveScores(ctx, l)
		case bySweeps:
			err = r.solveBySweeps(ctx, number, order[at+1:])
		default:
			err = r.solvePhases(ctx, l)
		}
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

// keeps reports whether the values of a slice stay in memory when it is solved.
func (r *run) keeps(number int) bool { return r.values.KeepAll && r.values.Needed(number) }

func (r *run) solveLayer(ctx context.Context, l region.Layout) error {
	if err := r.values.LoadOnly(ctx, l.Slice.Exits); err != nil {
		return err
	}
	c := layers.Config{Ledger: r.ledger, Crew: r.crew, Values: r.values, Codec: r.codec, Reporter: reporter{r}, Party: r.options.Party}
	return layers.Solve(ctx, c, l, r.keeps(l.Number))
}

func (r *run) solveScores(ctx context.Context, l region.Layout) error {
	if err := r.values.LoadOnly(ctx, l.Slice.Exits); err != nil {
		return err
	}
	c := scores.Config{
		Ledger: r.ledger, Crew: r.crew, Values: r.values, Codec: r.codec, Reporter: reporter{r}, Counter: r.plan.Counter,
		Buffers: r.plan.Buffers(), Forward: r.options.Strategy == Forward, Often: r.options.often,
	}
	return scores.Solve(ctx, c, l, r.keeps(l.Number))
}

func (r *run) solvePhases(ctx context.Context, l region.Layout) error {
	exits := r.plan.Exits(l.Slice)
	if r.values.KeepAll {
		exits = r.values.Bytes()
	}
	m := r.plan.Mode(l.Slice, exits)
	if !r.plan.Unmoves {
		r.listed(m.Reverse != budget.NoReverse)
	}
	var loaded []int
	if m.Window == 0 {
		loaded = l.Slice.Exits
	}
	if err := r.values.LoadOnly(ctx, loaded); err != nil {
		return err
	}
	result, err := phases.Solve(ctx, phases.Config{
		Ledger: r.ledger, Crew: r.crew, Values: r.values, Codec: r.codec, Reporter: reporter{r},
		Scratch: kv.ScratchPath(r.options.Dir), Counter: r.plan.Counter, Strategy: budget.Strategy(r.options.Strategy),
		Limit: r.options.MaxPhase, Only: len(r.plan.Slices) == 1, Party: r.options.Party, Disk: r.options.disk,
		Often: r.options.often, Price: r.options.price,
	}, l, m)
	r.spilled += result.Spilled
	r.bounded = r.bounded || result.Bounded
	if err != nil {
		return err
	}
	r.values.Solved(l.Number, result.Last)
	if r.keeps(l.Number) {
		return r.values.Load(ctx, l.Number)
	}
	return nil
}
