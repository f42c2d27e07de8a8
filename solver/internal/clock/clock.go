// Package clock measures CPU time, which other processes on the machine do not change.
package clock

import (
	"runtime"
	"time"
)

// Stopwatch measures the CPU time of the goroutine that started it, and keeps that goroutine on
// its thread until Stop. On systems without CPU times of threads it measures the process.
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
