package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/engine/games"
	"github.com/foregone-db/foregone/engine/pool"
	"github.com/foregone-db/foregone/kv/blob"
	"github.com/foregone-db/foregone/solver"
	"github.com/foregone-db/foregone/solver/internal/party"
)

// WorkOptions are the options of a worker.
type WorkOptions struct {
	Servers string // URLs of NATS servers
	Access  Access
	Memory  uint64 // bytes; default: most of the memory of the machine or container
	Workers int    // goroutines; default: one per core
	Scratch string // a folder for temporary files; default: that of the system
	Store   string // location of the store on this machine; default: as on the coordinator
	Version string
	Log     *slog.Logger
	// Status, when set, is called once with a function that returns the state of the worker in the
	// form of a solve with one worker.
	Status func(func() Status)
}

// Work does units of a coordinator's solve. It returns nil when the solve is done. When ctx is
// done, it hands back its unit and returns an error. It waits while it cannot reach the
// coordinator, the store or the servers. It fails with an [engine.InputError] if the coordinator
// runs another program, or memory does not suffice.
func Work(ctx context.Context, registry *games.Registry, o WorkOptions) error {
	name := fmt.Sprintf("%s-%d-%.6s", hostName(), os.Getpid(), NewSecret())
	return work(ctx, registry, o, name, sound())
}

func work(ctx context.Context, registry *games.Registry, o WorkOptions, name string, m machine) error {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Scratch = cmp.Or(o.Scratch, os.TempDir())
	o.Workers = pool.Workers(o.Workers)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	conn, err := connect(ctx, o.Servers, o.Access, "foregone worker "+name, o.Log, cancel)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := sweepScratch(o.Scratch); err != nil {
		return err
	}
	for {
		f := &follower{self: newReplica(name, m, o.Log), threads: o.Workers}
		f.self.conn = conn
		err := f.work(ctx, registry, o)
		if !errors.Is(err, errMoved) {
			f.self.counters.log(f.self.log, "the worker leaves")
			return err
		}
		f.self.log.Info("the coordinator has another job")
	}
}

// errMoved ends the work for a job: there is a coordinator with another one.
var errMoved = errors.New("the coordinator has another job")

// work works for the job of the coordinator until that is done.
func (f *follower) work(ctx context.Context, registry *games.Registry, o WorkOptions) error {
	spec, err := f.openJob(ctx, registry, o)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := f.live(o)
	go f.watch(ctx, cancel)
	err = f.passes(ctx, registry, spec, o)
	stop(err)
	return err
}

// watch cancels the work for a job when the coordinator has another one.
func (f *follower) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(6 * f.self.timing.beat)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if h, err := f.ask(ctx); err == nil && h.Job != f.self.id {
			cancel(errMoved)
		}
	}
}

// ask asks the coordinator for its job, and tells it the job that the worker has read, or "".
func (f *follower) ask(ctx context.Context) (h hello, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	m, err := f.self.conn.RequestWithContext(ctx, helloSubject, []byte(f.self.id))
	if err == nil {
		err = json.Unmarshal(m.Data, &h)
	}
	return h, err
}

// learnJob asks the coordinator for the job until it answers.
func (f *follower) learnJob(ctx context.Context, o WorkOptions) (h hello, err error) {
	digest, err := f.self.engine()
	if err != nil {
		return h, err
	}
	logged := false
	for {
		if h, err = f.ask(ctx); err == nil {
			break
		}
		if !logged {
			logged = true
			f.self.log.Info("waiting for a coordinator")
		}
		select {
		case <-ctx.Done():
			return h, context.Cause(ctx)
		case <-time.After(f.self.timing.poll / 10):
		}
	}
	if h.Refused != "" {
		return h, engine.InputErrorf("the coordinator takes no workers: %s", h.Refused)
	}
	if h.Engine != digest {
		return h, engine.InputErrorf("the coordinator runs another version of the program (%s, this is %s): start workers from the same one", h.Engine, digest)
	}
	if o.Store != "" {
		h.Store = o.Store
	}
	return h, nil
}

// jobTries is how often a worker asks for a job that the store lacks. The coordinator writes the job again when
// it is asked.
const jobTries = 10

// openJob asks for the job, reads it from the store, and returns its game.
func (f *follower) openJob(ctx context.Context, registry *games.Registry, o WorkOptions) (spec engine.Spec, err error) {
	for try := 1; ; try++ {
		h, err := f.learnJob(ctx, o)
		if err != nil {
			return spec, err
		}
		below, err := blob.Open(h.Store)
		if err != nil {
			return spec, err
		}
		f.self.openStore(below, storeFolder(h.Folder))
		f.self.job, err = readJob(ctx, f.self.store)
		if err == nil && f.self.job != nil && f.self.job.id() == h.Job {
			f.self.id, f.parts = h.Job, f.self.job.Parts
			return registry.Restore(f.self.job.Game, f.self.job.Files)
		}
		if err != nil && !engine.IsInput(err) || try == jobTries {
			return spec, cmp.Or(err, engine.InputErrorf("the store %s is not that of the coordinator: give the place where this machine sees it by --store", f.self.store))
		}
		select {
		case <-ctx.Done():
			return spec, context.Cause(ctx)
		case <-time.After(f.self.timing.poll / 5):
		}
	}
}

// live sends heartbeats until stop is called. The last one has the error, if there is one.
func (f *follower) live(o WorkOptions) (stop func(err error)) {
	news, err := f.self.conn.Subscribe(newsSubject+f.self.id, hearJSON(f.listen))
	if err != nil {
		f.self.log.Warn("no news", "error", err) // listings of the store replace them
	}
	if o.Status != nil {
		o.Status(func() Status { return Status{Game: f.self.job.Game, Workers: []WorkerStatus{f.self.status()}} })
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(f.self.timing.beat)
		defer tick.Stop()
		for {
			f.beat()
			select {
			case <-end:
				return
			case <-tick.C:
			}
		}
	}()
	return func(err error) {
		close(end)
		<-ended
		last := beat{f.self.status(), f.threads, true}
		if err != nil {
			last.Trouble = err.Error()
		}
		f.self.send(beatSubject, last)
		if news != nil {
			_ = news.Unsubscribe()
		}
		_ = f.self.conn.FlushTimeout(2 * time.Second)
	}
}

// passes goes through all stages, and again from the start if the state proves wrong.
func (f *follower) passes(ctx context.Context, registry *games.Registry, spec engine.Spec, o WorkOptions) error {
	for {
		err := f.self.untilSpace(ctx, o.Scratch, func() error { return f.pass(ctx, registry, spec, o) })
		if !errors.Is(err, errAgain) || ctx.Err() != nil {
			return err
		}
		f.self.log.Warn("the worker begins again from what the store has", "error", err)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(f.self.timing.poll / 5):
		}
	}
}

func (f *follower) pass(ctx context.Context, registry *games.Registry, spec engine.Spec, o WorkOptions) error {
	if err := os.MkdirAll(o.Scratch, 0o777); err != nil {
		return err
	}
	dir, drop, err := makeScratch(o.Scratch)
	if err != nil {
		return err
	}
	defer drop()
	err = f.self.fetchKeys(ctx, f.self.job, dir)
	if damaged, ok := errors.AsType[*damagedError](err); ok {
		f.self.say(say{What: sayDamaged, Stage: damaged.stage, Object: damaged.object, Error: damaged.err.Error()})
		return fmt.Errorf("%w: %w", errAgain, damaged)
	} else if err != nil {
		return err
	}
	options := solver.Options{
		Dir: dir, Memory: o.Memory, Workers: o.Workers, Strategy: f.self.job.Strategy, MaxPhase: f.self.job.MaxPhase, Chunk: f.self.job.Chunk,
		Version: o.Version, Party: f, Log: f.self.log,
	}
	g, err := solver.Open(ctx, registry, spec, options)
	if err != nil {
		return err
	}
	_, err = solver.Solve(ctx, g, options)
	return err
}

var _ party.Party = (*follower)(nil)
