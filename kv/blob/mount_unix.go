//go:build unix

package blob

import (
	"os"
	"path/filepath"
	"syscall"
)

// isMount reports whether a folder is the root of a file system. It returns true if the system does not tell.
func isMount(dir string) bool {
	var device [2]uint64
	for n, path := range []string{dir, filepath.Join(dir, "..")} {
		info, err := os.Stat(path)
		if err != nil {
			return true
		}
		device[n] = uint64(info.Sys().(*syscall.Stat_t).Dev)
	}
	return device[0] != device[1]
}
