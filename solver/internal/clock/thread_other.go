//go:build !linux

package clock

import "time"

// thread returns the CPU time of the process, in place of that of the thread.
func thread() time.Duration { return Process() }
