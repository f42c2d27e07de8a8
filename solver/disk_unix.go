//go:build unix

package solver

import "golang.org/x/sys/unix"

// freeDisk returns the number of bytes that can still be written in a folder, or false if that is
// not known.
func freeDisk(dir string) (uint64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return uint64(s.Bavail) * uint64(s.Bsize), true
}
