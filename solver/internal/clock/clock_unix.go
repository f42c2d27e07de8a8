//go:build unix

package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// Process returns the CPU time that the process has used.
func Process() time.Duration { return used(unix.RUSAGE_SELF) }

func used(who int) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		panic("clock: getrusage: " + err.Error()) // its arguments are constants
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
