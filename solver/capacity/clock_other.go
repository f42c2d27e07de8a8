//go:build !unix

package capacity

import "time"

var clockStart = time.Now()

// processorTime stands in, by the time of day, for the processor time that the
// process has used.
func processorTime() time.Duration { return time.Since(clockStart) }
