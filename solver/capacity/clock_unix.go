//go:build unix

package capacity

import (
	"time"

	"golang.org/x/sys/unix"
)

// ProcessorTime returns the processor time that the process has used: what else
// runs on the machine does not count.
func ProcessorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic("capacity: getrusage: " + err.Error()) // it takes constants
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
