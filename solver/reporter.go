package solver

import (
	"github.com/foregone-db/foregone/solver/internal/phase"
	"github.com/foregone-db/foregone/solver/internal/progress"
)

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
