//go:build !unix

package clock

import "time"

var start = time.Now()

// Process returns the wall time since the start of the process, in place of its CPU time.
func Process() time.Duration { return time.Since(start) }

// Peak returns 0: the memory of the process is unknown.
func Peak() uint64 { return 0 }
