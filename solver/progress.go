package solver

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/foregone-db/foregone/engine"
	"github.com/foregone-db/foregone/kv"
)

// progress is what a running solve tells of itself.
type progress struct {
	mu     sync.Mutex
	status Status
	step   *steps
	sent   uint64 // done units at the last progress event
}

// steps counts the finished units of a step.
type steps struct {
	event EventKind
	name  string
	total uint64
	count atomic.Uint64
	known atomic.Uint64 // units among those that an earlier run had done
	start time.Time
}

func (t *steps) done() { t.count.Add(1) }

// skip marks a unit that is about to be counted as done by an earlier run.
func (t *steps) skip() { t.known.Add(1) }

// rate returns the units done in a second in this run, 0 where nothing is known yet.
func (t *steps) rate() float64 {
	n, known := t.count.Load(), t.known.Load()
	if n <= known {
		return 0
	}
	return float64(n-known) / time.Since(t.start).Seconds()
}

// eta returns the seconds until the step is done at the rate of this run, 0 where
// nothing is known yet.
func (t *steps) eta() float64 {
	rate := t.rate()
	if rate == 0 {
		return 0
	}
	return float64(t.total-min(t.count.Load(), t.total)) / rate
}

// clock measures wall time.
type clock struct{ start time.Time }

func (r *run) clock() clock { return clock{time.Now()} }

func (c clock) seconds() float64 { return time.Since(c.start).Seconds() }

// elapsed returns the seconds of wall time of all runs of the solve.
func (r *run) elapsed() float64 { return r.before + time.Since(r.started).Seconds() }

// steps begins a step of n units in the present phase.
func (r *run) steps(phase, n int) *steps {
	r.progress.mu.Lock()
	name := r.progress.status.Step
	r.progress.mu.Unlock()
	return r.stepsOf(EventProgress, name, phase, n)
}

func (r *run) stepsOf(kind EventKind, name string, phase, n int) *steps {
	t := &steps{event: kind, name: name, total: uint64(n), start: time.Now()}
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step, p.sent = t, 0
	p.status.Phase, p.status.Step = r.remoteness(phase), name
	return t
}

// enter says which slice is being solved.
func (r *run) enter(sl engine.Slice) {
	r.progress.mu.Lock()
	defer r.progress.mu.Unlock()
	r.progress.status.Slice = sl.Name
}

// count adds positions that a phase decided.
func (r *run) count(phase int, n uint64) {
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Decided += n
	if n > 0 {
		v, _ := r.game.Kind().Decided(phase%2 == 1, r.remoteness(phase))
		p.status.Values[r.game.Kind().Text(v)] += n
	}
}

// countLayer adds the positions of a layer.
func (r *run) countLayer(note layerNote) {
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	for v, n := range note.Counts {
		p.status.Decided += n
		p.status.Values[r.game.Kind().Text(engine.Value(v))] += n
	}
}

// event completes an event and hands it on.
func (r *run) event(e Event) {
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	r.eventLocked(e)
}

func (r *run) eventLocked(e Event) {
	if e.Slice == "" && len(r.slices) > 1 {
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

// begin says what is being done from now on.
func (s *sliceRun) begin(phase int, note phaseNote) { s.beginStep(phase, note, s.chunks) }

func (r *run) beginStep(phase int, note phaseNote, chunks int) {
	p := &r.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Phase, p.status.Step = r.remoteness(phase), note.Step
	r.eventLocked(Event{Kind: EventProgress, Phase: r.remoteness(phase), Step: note.Step, Strategy: note.Strategy, Total: uint64(chunks)})
}

// scanned says that the seed scan of a slice is done.
func (r *run) scanned() { r.event(Event{Kind: EventScan, Step: "scan"}) }

func (s *sliceRun) reportPhase(phase int, note phaseNote) {
	p := &s.run.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status.Decided += note.New // count will add it for good
	s.eventLocked(Event{Kind: EventPhase, Phase: s.remoteness(phase), Step: note.Step, Strategy: note.Strategy, New: note.New, Spilled: note.Spilled})
	p.status.Decided -= note.New
}

// reportEvery is how often progress is reported.
const reportEvery = 500 * time.Millisecond

// startReporting starts the goroutine that sends progress events and keeps the
// status file; the function returned ends it.
func (r *run) startReporting() (stop func()) {
	p := &r.progress
	p.status = Status{
		Game: r.game.Spec().String(), Version: r.options.Version, PID: os.Getpid(), Running: true,
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
	if t := p.step; t != nil {
		if n := t.count.Load(); n != p.sent && n < t.total {
			p.sent = n
			r.eventLocked(Event{Kind: t.event, Phase: p.status.Phase, Step: t.name, Done: n, Total: t.total, ETA: t.eta(), Rate: t.rate() * float64(uint64(1)<<r.shift)})
		}
	}
	p.mu.Unlock()
	r.writeStatus()
}

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
	if p.step != nil {
		s.ChunksDone, s.ChunksTotal, s.ETA = p.step.count.Load(), p.step.total, p.step.eta()
		s.Rate = p.step.rate() * float64(uint64(1)<<r.shift)
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
