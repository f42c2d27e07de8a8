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

// Meter measures what a piece of work takes, over several runs of the program. It is safe for
// concurrent use once the earlier runs are set.
type Meter struct {
	Earlier Costs // of earlier runs
	begun   time.Time
	used    time.Duration // CPU time of the process when this run began
}

// Costs are what a piece of work took.
type Costs struct {
	Seconds float64 // wall time
	CPU     float64 // seconds
	Peak    uint64  // bytes: the greatest memory of any run
}

// NewMeter returns a meter of a run that begins now.
func NewMeter() Meter { return Meter{begun: time.Now(), used: Process()} }

// Run returns what this run took so far.
func (m Meter) Run() Costs {
	return Costs{time.Since(m.begun).Seconds(), (Process() - m.used).Seconds(), Peak()}
}

// All returns what all runs took so far.
func (m Meter) All() Costs {
	c := m.Run()
	return Costs{m.Earlier.Seconds + c.Seconds, m.Earlier.CPU + c.CPU, max(m.Earlier.Peak, c.Peak)}
}
