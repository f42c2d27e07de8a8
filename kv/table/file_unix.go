//go:build unix

package table

import (
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a whole file for reading, or returns nil if that fails.
func mapFile(f *os.File, size int64) []byte {
	if size == 0 || size > math.MaxInt {
		return nil
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil
	}
	return data
}

// unmapFile ends a mapping; nil is none.
func unmapFile(data []byte) error {
	if data == nil {
		return nil
	}
	return unix.Munmap(data)
}
