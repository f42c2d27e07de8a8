package table

import (
	"os"

	"golang.org/x/sys/unix"
)

// advise asks the system to read a part of a file ahead. It does not wait; an error shows when the
// part is read.
func advise(f *os.File, offset, length uint64) {
	_ = unix.Fadvise(int(f.Fd()), int64(offset), int64(length), unix.FADV_WILLNEED)
}
