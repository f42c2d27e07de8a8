package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/kv/table"
	"github.com/foregone-db/foregone/solver/internal/budget"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phases"
)

// Solve solves g, or resumes an interrupted solve in o.Dir. It returns when the table is written, when
// ctx is done (with ctx's cause; committed work is kept), or on an error. The table is the same for all
// options except MaxPhase.
//
// Solve leaves a finished table as it is. It refuses a folder that holds something else, and leaves it
// as it is.
func Solve(ctx context.Context, g engine.Game, o Options) (Summary, error) {
	return newSetup(o).solve(ctx, g)
}

// solve is [Solve].
func (s setup) solve(ctx context.Context, g engine.Game) (_ Summary, err error) {
	defer pool.Catch(&err)
	if err := s.complete(g); err != nil {
		return Summary{}, err
	}
	if err := engine.CheckParts(g); err != nil {
		return Summary{}, err
	}
	if found, ok, err := existing(g, s.Options); err != nil || ok {
		return found, err
	}
	r := &run{game: g, options: s, meter: clock.NewMeter()}
	if err := r.choose(); err != nil {
		return Summary{}, err
	}
	if err := prepareFolder(r.plan.Name, r.leastDisk(), s.Options); err != nil {
		return Summary{}, err
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(s.Memory - s.Memory/8)))
	defer debug.SetGCPercent(debug.SetGCPercent(garbagePercent))
	if err := r.open(ctx); err != nil {
		return Summary{}, err
	}
	defer r.closeLog()
	found, err := r.solve(ctx)
	if err != nil {
		r.options.Log.Error("stopped", "error", err)
	}
	r.finishStatus(err == nil)
	if closed := r.close(err == nil); err == nil {
		err = closed
	}
	if err != nil || r.follows() {
		return Summary{}, err
	}
	r.event(Event{Kind: EventDone, SHA256: found.SHA256})
	return found, nil
}

// garbagePercent is the garbage that the heap may hold, in percent of the memory in use. Large
// arrays have no pointers, so a collection takes little time.
const garbagePercent = 50

var errNoFolder = errors.New("solver: no database folder")

// complete fills in defaults and refuses options that contradict each other or the game.
func (o *Options) complete(g engine.Game) error {
	if o.Dir == "" {
		return errNoFolder
	}
	*o = o.withDefaults()
	if dice := g.Parts().Dice; dice != nil && dice.Endless != "" {
		return engine.InputErrorf("%s has no values that can be proved: %s", g.Spec(), dice.Endless)
	}
	if o.Party != nil {
		if err := Shareable(g); err != nil {
			return err
		}
	}
	switch o.Strategy {
	case Auto, Forward, Backward:
	case Slabs:
		if g.Parts().Slabs == nil {
			return engine.InputErrorf("strategy slabs: the turns of %s are not made of steps", g.Spec())
		}
	default:
		return engine.InputErrorf("strategy %q: want auto, forward, backward or slabs", o.Strategy)
	}
	if o.MaxPhase > g.Kind().MaxRemoteness() {
		o.MaxPhase = 0
	}
	o.MaxPhase = max(o.MaxPhase, 0)
	return nil
}

// Shareable refuses a game that only one machine can solve, with an [engine.InputError].
func Shareable(g engine.Game) error {
	if g.Parts().Dice != nil {
		return engine.InputErrorf("%s is a game of chance: such games are solved on one machine", g.Spec())
	}
	for _, sl := range g.Slices() {
		if g.Kind() == engine.Score && !sl.Layer {
			return engine.InputErrorf("%s has scores and a slice that play can stay in, %q: such scores are found on one machine", g.Spec(), sl.Name)
		}
	}
	return nil
}

// CheckShared refuses a solve on several machines, whose Party the options have, with an [engine.InputError]: a
// game that only one machine can solve, or too little memory.
func CheckShared(g engine.Game, o Options) error {
	if err := Shareable(g); err != nil {
		return err
	}
	o = o.withDefaults()
	if o.Strategy == Slabs {
		return nil // each machine holds a part, and this one is checked before it begins
	}
	_, err := planFor(o.request(g), o.grant())
	return err
}

// InParts reports whether the machines of the Party in the options solve a game, or a slice of it, in parts.
func InParts(g engine.Game, o Options) bool {
	o = o.withDefaults()
	c, _ := planFor(o.request(g), o.grant())
	return o.Strategy == Slabs || slices.ContainsFunc(slicesOf(o.request(g), c.ways, phases.Way{}), func(n int) bool { return c.plan.InParts(c.plan.Slices[n]) })
}

// grant returns the memory, chunk and strategy that the options grant to a solve.
func (o Options) grant() budget.Grant {
	g := budget.Grant{Memory: o.Memory, Chunk: o.Chunk, Workers: o.Workers, Strategy: o.Strategy, Together: o.Party != nil}
	if g.Together {
		g.Parts = o.Party.Parts()
	}
	return g
}

// SpaceError refuses a solve that does not fit the free disk.
type SpaceError struct{ text string }

func (e *SpaceError) Error() string { return e.text }

// prepareFolder makes the folder of the database. It refuses to start a solve that does not fit the
// free disk.
func prepareFolder(name string, disk uint64, o Options) error {
	_, err := os.Stat(o.Dir)
	created := err != nil
	if created {
		if err := os.MkdirAll(o.Dir, 0o777); err != nil {
			return err
		}
	}
	if _, err := os.Stat(kv.StorePath(o.Dir)); err == nil {
		return nil // a resumed solve has part of its files already
	}
	if o.Disk > 0 && disk > o.Disk {
		if created {
			os.Remove(o.Dir)
		}
		return engine.InputErrorf("solving %s may take up to %d MiB of disk, and the limit is %d MiB", name, disk>>20, o.Disk>>20)
	}
	free, known := freeDisk(o.Dir)
	if known && disk > free {
		if created {
			os.Remove(o.Dir)
		}
		return &SpaceError{fmt.Sprintf("solving %s may take up to %d MiB of disk, and %s has %d MiB left", name, disk>>20, o.Dir, free>>20)}
	}
	return nil
}

// existing returns the summary of a finished table in the folder if it satisfies the options.
func existing(g engine.Game, o Options) (Summary, bool, error) {
	path := kv.TablePath(o.Dir)
	t, err := table.Open(path, table.ReaderOptions{})
	if errors.Is(err, kv.ErrNotFound) {
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

// dropLeftLog deletes the frontier log that a run left next to its finished table, because it had
// Keep set or was killed before it deleted the log.
func dropLeftLog(dir string) error {
	db, err := ledger.OpenExisting(dir)
	if errors.Is(err, kv.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return db.Drop()
}
