package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// memoryBelow returns the resident memory of all descendants of a process, in bytes, without pages
// that are shared with files. It returns 0 where the system does not say.
func memoryBelow(pid int) (bytesTotal uint64) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list) // the thread may have ended
		for _, word := range bytes.Fields(text) {
			child, err := strconv.Atoi(string(word))
			if err != nil {
				continue
			}
			bytesTotal += memoryOf(child) + memoryBelow(child)
		}
	}
	return bytesTotal
}

// memoryOf returns the resident memory of a process, in bytes, without pages shared with files.
func memoryOf(pid int) uint64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	var total, resident, shared uint64
	if n, _ := fmt.Sscan(string(text), &total, &resident, &shared); n < 3 || resident < shared {
		return 0
	}
	return (resident - shared) * uint64(os.Getpagesize())
}
