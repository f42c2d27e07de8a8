package capacity

import (
	"time"

	"github.com/foregone-db/foregone/solver/internal/clock"
)

// ProcessorTime returns the CPU time of the process. Other processes do not count.
func ProcessorTime() time.Duration { return clock.Process() }
