package capacity

import (
	"time"

	"github.com/foregone-db/foregone/solver/internal/clock"
)

// ProcessorTime returns the processor time that the process has used: what else
// runs on the machine does not count.
func ProcessorTime() time.Duration { return clock.Process() }
