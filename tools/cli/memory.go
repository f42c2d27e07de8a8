package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// memoryEvery is the time between two measurements of the memory of a command's processes.
const memoryEvery = time.Second / 4

// memoryError ends a command whose processes, such as games in Python, have more than --memory.
type memoryError struct{ have, limit uint64 }

func (e *memoryError) Error() string {
	return fmt.Sprintf("the processes of the game have %s of memory together, and --memory is %s: the same command with more resumes", size(e.have), size(e.limit))
}

// limitMemory bounds the memory of the processes that the command starts to as much as the command
// itself may have. It cancels the call's context. Only Linux says how much they have.
func (c *Call) limitMemory(limit uint64) {
	ctx, cancel := context.WithCancelCause(c.Context)
	c.Context = ctx
	ended := make(chan struct{})
	c.closers = append(c.closers, func() { close(ended); cancel(nil) })
	go func() {
		ticker := time.NewTicker(memoryEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
			if have := memoryBelow(os.Getpid()); have > limit {
				cancel(&memoryError{have, limit})
				return
			}
		}
	}()
}

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
