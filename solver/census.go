package solver

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/solver/internal/ledger"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
	"github.com/foregone-db/foregone/solver/internal/slabs"
)

// CensusOptions says how [CountConfigurations] counts.
type CensusOptions struct {
	Dir     string // the database folder, with the log of a solve by slabs; see Options.Keep
	Memory  uint64 // bytes to stay below; default: that of a solve
	Workers int    // goroutines; default: one per core
	// Progress, when set, is told how much of a step is done. Calls are not concurrent.
	Progress func(step string, done, total uint64)
}

// Census is how many configurations of a game's slabs have each value: its stored
// positions, and all others that the slabs in [fast.Slabs].Order have room for. A
// configuration that is no stored position is worth what its successors make of it.
type Census struct {
	Decided []uint64 // by remoteness
	Drawn   uint64
}

// CountConfigurations counts the configurations of a game that was solved by slabs, from
// the log of the solve, which Options.Keep leaves in the folder. When ctx is done, it stops;
// called again it goes on from the last of the rounds that memory makes it take.
//
// It fails with an [engine.InputError] where the game has no slabs, there is no log, or the
// memory does not suffice.
func CountConfigurations(ctx context.Context, g engine.Game, o CensusOptions) (_ Census, err error) {
	if g.Parts().Slabs == nil {
		return Census{}, engine.InputErrorf("%s has no slabs: its turns are not made of steps", g.Spec())
	}
	dir := slabsPath(o.Dir)
	if _, err := os.Stat(dir); err != nil {
		return Census{}, engine.InputErrorf("%s has no log of a solve by slabs: solve --keep leaves it there", o.Dir)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory()
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	lock, err := ledger.LockFolder(o.Dir)
	if err != nil {
		return Census{}, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory)))
	r := &censusReporter{tell: o.Progress}
	defer every(reportEvery, r.tick)()
	c, err := slabs.CountAll(ctx, g.Parts().Slabs(), slabs.Options{
		Dir: dir, Memory: o.Memory - min(slabOverhead(o.Memory), o.Memory), Workers: o.Workers, Reporter: r,
	})
	return Census(c), err
}

// censusReporter tells how far a census is.
type censusReporter struct {
	tell func(step string, done, total uint64)

	mu      sync.Mutex
	step    string
	counter *progress.Counter
}

func (r *censusReporter) tick() {
	r.mu.Lock()
	step, counter := r.step, r.counter
	r.mu.Unlock()
	if counter != nil && r.tell != nil {
		done, total := counter.Units()
		r.tell(step, done, total)
	}
}

// Begin implements [progress.Reporter].
func (r *censusReporter) Begin(s progress.Step, _ int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.step = string(s.Name)
}

// Count implements [progress.Reporter].
func (r *censusReporter) Count(_ phase.Phase, units, done int) *progress.Counter {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counter = progress.NewCounter(units, done)
	return r.counter
}

// Decided implements [progress.Reporter]. A census decides nothing.
func (*censusReporter) Decided(string, uint64) {}

// Done implements [progress.Reporter].
func (*censusReporter) Done(progress.Step, uint64, uint64) {}

// Scanned implements [progress.Reporter].
func (*censusReporter) Scanned() {}

// Warn implements [progress.Reporter].
func (*censusReporter) Warn(string, string, error) {}

// Elapsed implements [progress.Reporter].
func (*censusReporter) Elapsed() float64 { return 0 }
