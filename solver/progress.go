package solver

import (
	"cmp"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/clock"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// elapsed returns the seconds of wall time of all runs of the solve.
func (r *run) elapsed() float64 { return r.meter.All().Seconds }

// worked returns the seconds that all runs of the solve would have taken, if nothing else had used
// the machine in this one.
func (r *run) worked() float64 {
	return r.meter.Earlier.Seconds + r.meter.Run().CPU/r.options.speed()
}

// startReporting starts the goroutine that sends progress events and updates the status file. The
// returned function stops it.
func (r *run) startReporting() (stop func()) {
	o := r.options
	r.account = account{
		dir: o.Dir, log: o.Log, send: o.Events, codec: r.codec, chunk: r.plan.Chunk, slices: len(r.plan.Slices), meter: r.meter, worked: r.worked,
		status: Status{
			Game: r.plan.Name, Version: o.Version, PID: os.Getpid(), Running: true,
			Positions: r.game.Size(), Values: map[string]uint64{},
		},
	}
	f := &r.account.forecast
	f.positions = float64(r.game.Size())
	if r.slabs != nil {
		r.account.chunk = 0 // its units are not chunks of positions
		f.enter(engine.Slice{Size: r.game.Size()}, r.worked())
	}
	if _, err := os.Stat(kv.KeysPath(o.Dir)); err == nil {
		f.best = 100 * discoveryShare
	}
	return r.account.start()
}

// account has the data that a running solve reports about itself.
type account struct {
	dir    string
	log    *slog.Logger
	send   func(Event) // may be nil
	codec  phase.Codec
	chunk  uint64
	slices int
	meter  clock.Meter
	worked func() float64 // the seconds so far, without those in which other programs used the machine

	mu       sync.Mutex
	status   Status
	counter  *progress.Counter
	kind     EventKind         // of progress of the counter
	name     progress.StepName // of its step
	sent     uint64            // done units at the last progress event
	forecast forecast
}

// count starts a counter for the units of a step.
func (a *account) count(kind EventKind, name progress.StepName, p phase.Phase, units, done int) *progress.Counter {
	c := progress.NewCounter(units, done)
	a.mu.Lock()
	defer a.mu.Unlock()
	name = cmp.Or(name, a.status.Step)
	a.counter, a.kind, a.name, a.sent = c, kind, name, 0
	a.status.Phase, a.status.Step = a.codec.Remoteness(p), name
	return c
}

// enter records which slice is being solved.
func (a *account) enter(sl engine.Slice) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.status.Slice = sl.Name
	a.forecast.enter(sl, a.worked())
}

// expect sets the seconds that the solve, and of it the table, is expected to take.
func (a *account) expect(seconds, table float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forecast.expect(seconds, table)
}

// ahead returns the percentage of the solve that is done, and the seconds until its end, 0 if
// unknown. step is the number of seconds until the step is done.
func (a *account) ahead(kind EventKind, step float64) (percent, left float64) {
	now := a.worked()
	slower := 1.0 // by other programs
	if earlier := a.meter.Earlier.Seconds; now > earlier {
		slower = a.meter.Run().Seconds / (now - earlier)
	}
	percent = a.forecast.percent(kind, now, step/slower)
	return percent, slower * a.forecast.left(kind, now, step/slower)
}

// event completes an event and sends it.
func (a *account) event(e Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.eventLocked(e)
}

func (a *account) eventLocked(e Event) {
	if e.Slice == "" && a.slices > 1 && e.Kind != EventCompact {
		e.Slice = a.status.Slice
	}
	e.Size, e.Decided, e.Seconds = a.status.Positions, a.status.Decided, a.meter.All().Seconds
	switch e.Kind {
	case EventDone:
		e.Percent = 100
	case EventProgress, EventCompact:
		e.Percent, e.Left = a.ahead(e.Kind, e.ETA)
	}
	if e.Kind != EventProgress {
		a.log.Info(string(e.Kind), "slice", e.Slice, "phase", e.Phase, "step", e.Step, "strategy", e.Strategy,
			"new", e.New, "decided", e.Decided, "seconds", e.Seconds, "spilled", e.Spilled, "sha256", e.SHA256)
	}
	if a.send != nil {
		a.send(e)
	}
}

// reportEvery is how often progress is reported.
const reportEvery = 500 * time.Millisecond

func (a *account) start() (stop func()) {
	a.writeStatus()
	return every(reportEvery, a.tick)
}

// every calls f at intervals, in one goroutine. The returned function stops and waits for it.
func every(interval time.Duration, f func()) (stop func()) {
	end, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				f()
			}
		}
	}()
	return func() {
		close(end)
		<-done
	}
}

// tick sends a progress event if a unit was done since the last one, and writes the status file.
func (a *account) tick() {
	a.mu.Lock()
	if c := a.counter; c != nil {
		if done, total := c.Units(); done != a.sent && done < total {
			a.sent = done
			a.eventLocked(Event{Kind: a.kind, Phase: a.status.Phase, Step: a.name, Done: done, Total: total, ETA: c.ETA(), Rate: a.rate(c)})
		}
	}
	a.mu.Unlock()
	a.writeStatus()
}

// rate returns the positions that a step visits in a second, 0 if unknown.
func (a *account) rate(c *progress.Counter) float64 { return c.Rate() * float64(a.chunk) }

// writeStatus writes the status file. Nothing depends on the file: an error is only logged.
func (a *account) writeStatus() {
	a.mu.Lock()
	s := a.status
	s.Values = make(map[string]uint64, len(a.status.Values))
	for v, n := range a.status.Values {
		s.Values[v] = n
	}
	if c := a.counter; c != nil {
		s.ChunksDone, s.ChunksTotal = c.Units()
		s.ETA, s.Rate = c.ETA(), a.rate(c)
		s.Percent, s.Left = a.ahead(a.kind, s.ETA)
	}
	if s.Finished {
		s.Percent, s.ETA, s.Left = 100, 0, 0
	}
	a.mu.Unlock()
	s.setCosts(a.meter.All())
	s.Updated = time.Now().UTC()
	if err := kv.WriteStatus(a.dir, s); err != nil {
		a.log.Warn("status file", "error", err)
	}
}

// finishStatus records in the status file that the solve no longer runs.
func (a *account) finishStatus(finished bool) {
	a.mu.Lock()
	a.status.Running, a.status.Finished = false, finished
	a.mu.Unlock()
	a.writeStatus()
}

// reporter turns the reports of the packages below into events and status. It implements
// [progress.Reporter].
type reporter struct{ run *run }

func (r reporter) Begin(s progress.Step, chunks int) {
	a := &r.run.account
	a.mu.Lock()
	defer a.mu.Unlock()
	remoteness := r.run.codec.Remoteness(s.Phase)
	a.status.Phase, a.status.Step = remoteness, s.Name
	a.eventLocked(Event{Kind: EventProgress, Phase: remoteness, Step: s.Name, Strategy: Strategy(s.Strategy), Total: uint64(chunks)})
}

func (r reporter) Count(p phase.Phase, units, done int) *progress.Counter {
	return r.run.count(EventProgress, "", p, units, done)
}

func (r reporter) Decided(value string, n uint64) {
	a := &r.run.account
	a.mu.Lock()
	defer a.mu.Unlock()
	a.status.Decided += n
	if n > 0 {
		a.status.Values[value] += n
	}
}

func (r reporter) Done(s progress.Step, n, spilled uint64) {
	a := &r.run.account
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forecast.phase(a.worked())
	a.eventLocked(Event{
		Kind: EventPhase, Phase: r.run.codec.Remoteness(s.Phase), Step: s.Name, Strategy: Strategy(s.Strategy), New: n, Spilled: spilled,
	})
}

func (r reporter) Scanned() {
	a := &r.run.account
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forecast.scanned(a.worked())
	a.eventLocked(Event{Kind: EventScan, Step: progress.Scan})
}

func (r reporter) Warn(what, slice string, err error) {
	r.run.options.Log.Warn(what, "slice", slice, "error", err)
}

func (r reporter) Elapsed() float64 { return r.run.elapsed() }
