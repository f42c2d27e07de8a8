package solver

import (
	"os"
	"sync"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

// status is what a running solve tells of itself.
type status struct {
	mu      sync.Mutex
	status  Status
	counter *progress.Counter
	event   EventKind // of progress of the counter
	name    string    // of its step
	sent    uint64    // done units at the last progress event
}

// elapsed returns the seconds of wall time of all runs of the solve.
func (r *run) elapsed() float64 { return r.before + time.Since(r.started).Seconds() }

// count begins to count units of a step.
func (r *run) count(kind EventKind, name string, p phase.Phase, units, done int) *progress.Counter {
	c := progress.NewCounter(units, done)
	t := &r.progress
	t.mu.Lock()
	defer t.mu.Unlock()
	if name == "" {
		name = t.status.Step
	}
	t.counter, t.event, t.name, t.sent = c, kind, name, 0
	t.status.Phase, t.status.Step = r.codec.Remoteness(p), name
	return c
}

// enter says which slice is being solved.
func (r *run) enter(sl engine.Slice) {
	r.progress.mu.Lock()
	defer r.progress.mu.Unlock()
	r.progress.status.Slice = sl.Name
}

// event completes an event and hands it on.
func (r *run) event(e Event) {
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	r.eventLocked(e)
}

func (r *run) eventLocked(e Event) {
	if e.Slice == "" && len(r.plan.Slices) > 1 {
		e.Slice = r.progress.status.Slice
	}
	e.Size, e.Decided, e.Seconds = r.game.Size(), r.progress.status.Decided, r.elapsed()
	if e.Kind != EventProgress {
		r.options.Log.Info(string(e.Kind), "slice", e.Slice, "phase", e.Phase, "step", e.Step, "strategy", e.Strategy,
			"new", e.New, "decided", e.Decided, "seconds", e.Seconds, "spilled", e.Spilled, "sha256", e.SHA256)
	}
	if r.options.Events != nil {
		r.options.Events(e)
	}
}

// reportEvery is how often progress is reported.
const reportEvery = 500 * time.Millisecond

// startReporting starts the goroutine that sends progress events and keeps the
// status file; the function returned ends it.
func (r *run) startReporting() (stop func()) {
	p := &r.progress
	p.status = Status{
		Game: r.plan.Name, Version: r.options.Version, PID: os.Getpid(), Running: true,
		Positions: r.game.Size(), Values: map[string]uint64{},
	}
	r.writeStatus()
	end := make(chan struct{})
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		tick := time.NewTicker(reportEvery)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				r.tick()
			}
		}
	}()
	return func() {
		close(end)
		group.Wait()
	}
}

// tick sends a progress event if there is progress, and writes the status file.
func (r *run) tick() {
	p := &r.progress
	p.mu.Lock()
	if c := p.counter; c != nil {
		if done, total := c.Units(); done != p.sent && done < total {
			p.sent = done
			r.eventLocked(Event{Kind: p.event, Phase: p.status.Phase, Step: p.name, Done: done, Total: total, ETA: c.ETA(), Rate: r.rate(c)})
		}
	}
	p.mu.Unlock()
	r.writeStatus()
}

// rate returns the positions that a step goes through in a second.
func (r *run) rate(c *progress.Counter) float64 { return c.Rate() * float64(r.plan.Chunk) }

// writeStatus writes the status file. It is a help, not a record: an error is only
// logged.
func (r *run) writeStatus() {
	p := &r.progress
	p.mu.Lock()
	s := p.status
	s.Values = make(map[string]uint64, len(p.status.Values))
	for v, n := range p.status.Values {
		s.Values[v] = n
	}
	if c := p.counter; c != nil {
		s.ChunksDone, s.ChunksTotal = c.Units()
		s.ETA, s.Rate = c.ETA(), r.rate(c)
	}
	p.mu.Unlock()
	s.Seconds, s.Updated = r.elapsed(), time.Now().UTC()
	if err := kv.WriteStatus(r.options.Dir, s); err != nil {
		r.options.Log.Warn("status file", "error", err)
	}
}

// finishStatus says in the status file that the solve does not run any more.
func (r *run) finishStatus(finished bool) {
	p := &r.progress
	p.mu.Lock()
	p.status.Running, p.status.Finished = false, finished
	p.mu.Unlock()
	r.writeStatus()
}
