package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// thread returns the processor time that this thread has used, to the nanosecond: that of getrusage goes by ticks.
func thread() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic("clock: clock_gettime: " + err.Error()) // it takes constants
	}
	return time.Duration(t.Nano())
}
