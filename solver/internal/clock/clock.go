// Package clock tells processor time: what else runs on the machine does not count, as it does
// where the time of day is measured.
package clock

import (
	"runtime"
	"time"
)

// Stopwatch measures the processor time of the goroutine that started it, and keeps it on its
// thread until it is stopped. Where a system does not tell the time of a thread, it is that of the
// process.
type Stopwatch struct{ begun time.Duration }

// Start starts a stopwatch.
func Start() Stopwatch {
	runtime.LockOSThread()
	return Stopwatch{thread()}
}

// Stop returns the seconds since the start.
func (s Stopwatch) Stop() float64 {
	seconds := (thread() - s.begun).Seconds()
	runtime.UnlockOSThread()
	return seconds
}
