// Package progress owns the reports of a running solve, and the interface that receives them.
package progress

import (
	"sync/atomic"
	"time"

	"github.com/foregone-db/foregone/solver/internal/phase"
)

// Reporter receives the progress of a solve. It is safe for concurrent use.
type Reporter interface {
	// Begin begins a step with a number of chunks.
	Begin(s Step, chunks int)
	// Count begins to count units of the last step begun. done units are done already.
	Count(p phase.Phase, units, done int) *Counter
	// Decided adds positions of a value, in the kind's notation.
	Decided(value string, n uint64)
	// Done reports that a phase, or a slice solved without phases, decided n positions, and wrote
	// spilled bytes of updates. A way calls it once for each, in order. Phases that an earlier run
	// finished are not reported again.
	Done(s Step, n, spilled uint64)
	// Scanned reports that the scan of a slice, before its first phase, is done. A way calls it at most
	// once a slice, before the slice's first Done; ways without a scan, and scans of an earlier run, do not call it.
	Scanned()
	// Warn logs a problem that does no harm.
	Warn(what, slice string, err error)
	// Elapsed returns the seconds of wall time of all runs of the solve.
	Elapsed() float64
}

// Counter counts the finished units of a step.
type Counter struct {
	total uint64
	known uint64 // units that an earlier run had done
	count atomic.Uint64
	start time.Time
}

// NewCounter returns a counter of units, some of which were done before.
func NewCounter(units, done int) *Counter {
	c := &Counter{total: uint64(units), known: uint64(done), start: time.Now()}
	c.count.Store(c.known)
	return c
}

// Done counts a unit.
func (c *Counter) Done() { c.count.Add(1) }

// Units returns the number of units done, and of all units.
func (c *Counter) Units() (done, total uint64) { return min(c.count.Load(), c.total), c.total }

// Rate returns the units done in a second in this run, or 0 if unknown.
func (c *Counter) Rate() float64 {
	n := c.count.Load()
	if n <= c.known {
		return 0
	}
	return float64(n-c.known) / time.Since(c.start).Seconds()
}

// ETA returns the seconds until the step is done at the rate of this run, or 0 if unknown.
func (c *Counter) ETA() float64 {
	rate := c.Rate()
	if rate == 0 {
		return 0
	}
	done, total := c.Units()
	return float64(total-done) / rate
}
