//go:build !unix

package capacity

import "time"

var clockStart = time.Now()

// ProcessorTime stands in, by the time of day, for the processor time that the
// process has used.
func ProcessorTime() time.Duration { return time.Since(clockStart) }
