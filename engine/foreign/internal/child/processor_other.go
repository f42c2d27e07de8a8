//go:build !linux

package child

import (
	"os"
	"time"
)

// processorTime says that a process does not wait for a processor.
func processorTime(*os.Process) (used time.Duration, wants bool) { return 0, false }
