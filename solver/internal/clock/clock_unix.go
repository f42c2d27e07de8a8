//go:build unix

package clock

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// Process returns the CPU time that the process has used.
func Process() time.Duration { return used(unix.RUSAGE_SELF) }

// Peak returns the greatest memory that the process has occupied, in bytes.
func Peak() uint64 {
	peak := uint64(usage(unix.RUSAGE_SELF).Maxrss)
	if runtime.GOOS == "darwin" {
		return peak // other systems count KiB
	}
	return peak << 10
}

func used(who int) time.Duration {
	u := usage(who)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func usage(who int) (u unix.Rusage) {
	if err := unix.Getrusage(who, &u); err != nil {
		panic("clock: getrusage: " + err.Error()) // its arguments are constants
	}
	return u
}
