package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// memoryEvery and diskEvery are the times between two measurements: of the memory of a command's
// processes, and of what the command has written.
const (
	memoryEvery = time.Second / 4
	diskEvery   = time.Second / 20
)

// limitError ends a command that has exceeded --memory or --disk.
type limitError struct{ error }

// fullError is the [limitError] of --disk. Like the error of a full disk it leaves no room for anything.
type fullError struct{ limitError }

// Is implements [errors.Is].
func (fullError) Is(target error) bool { return target == syscall.ENOSPC }

func (e fullError) Unwrap() error { return e.limitError }

// watch cancels the call's context as soon as check returns an error.
func (c *Call) watch(every time.Duration, check func() error) {
	ctx, cancel := context.WithCancelCause(c.Context)
	c.Context = ctx
	ended := make(chan struct{})
	c.closers = append(c.closers, func() { close(ended); cancel(nil) })
	go func() {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			if err := check(); err != nil {
				cancel(err)
				return
			}
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
		}
	}()
}

// limitMemory bounds the memory of the processes that the command starts, such as games in Python, to as
// much as the command itself may have. Only Linux says how much they have.
func (c *Call) limitMemory(limit uint64) {
	c.watch(memoryEvery, func() error {
		if have := memoryBelow(os.Getpid()); have > limit {
			return limitError{fmt.Errorf("the processes of the game have %s of memory together, and --memory is %s: the same command with more resumes", size(have), size(limit))}
		}
		return nil
	})
}

// limitDisk bounds the files that a command writes to the bytes of the flag --disk: all in a folder whose
// paths begin with prefix, a folder or a file.
func (c *Call) limitDisk(prefix string) {
	limit := c.Size("disk")
	if limit == 0 {
		return
	}
	c.watch(diskEvery, func() error {
		if written := diskUsed(prefix); written > limit {
			return fullError{limitError{fmt.Errorf("it has %s on disk, and --disk is %s: what was written before stays", size(written), size(limit))}}
		}
		return nil
	})
}

// diskUsed returns the bytes of all files whose paths begin with prefix.
func diskUsed(prefix string) (bytes uint64) {
	prefix = filepath.Clean(prefix)
	filepath.WalkDir(filepath.Dir(prefix), func(path string, entry fs.DirEntry, err error) error {
		ours := strings.HasPrefix(path, prefix)
		if err == nil && entry.IsDir() && path != filepath.Dir(prefix) && !ours {
			return filepath.SkipDir
		}
		if err == nil && ours && entry.Type().IsRegular() { // otherwise it was deleted meanwhile
			if info, err := entry.Info(); err == nil {
				bytes += uint64(info.Size())
			}
		}
		return nil
	})
	return bytes
}

// overLimit returns the error of a command that has exceeded a limit, or nil.
func (c *Call) overLimit() error {
	if over, ok := errors.AsType[limitError](context.Cause(c.Context)); ok {
		return over
	}
	return nil
}

// prepareDisk refuses a file in place of a database's folder, and bounds what is written there.
func (c *Call) prepareDisk(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return Usagef("--db %s is a file: want the folder of a database", dir)
	}
	c.limitDisk(dir)
	return nil
}

// ResidentMemory returns the resident memory of this process and all its descendants, in bytes,
// without pages that are shared with files. It returns 0 where the system does not say.
func ResidentMemory() uint64 { return memoryOf(os.Getpid()) + memoryBelow(os.Getpid()) }

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
