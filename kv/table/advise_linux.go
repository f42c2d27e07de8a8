package table

import (
	"os"

	"golang.org/x/sys/unix"
)

// advise lets the system read a part of a file that is going to be asked for. It waits for
// nothing, and what goes wrong shows when the part is read.
func advise(f *os.File, offset, length uint64) {
	_ = unix.Fadvise(int(f.Fd()), int64(offset), int64(length), unix.FADV_WILLNEED)
}
