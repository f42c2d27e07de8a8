//go:build !linux

package clock

import "time"

// thread stands in, by the time of the process, for the processor time that this thread has used.
func thread() time.Duration { return Process() }
