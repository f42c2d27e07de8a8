//go:build !unix

package clock

import "time"

var start = time.Now()

// Process stands in, by the time of day, for the processor time that the process has used.
func Process() time.Duration { return time.Since(start) }
