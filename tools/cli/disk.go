package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// diskEvery is the time between two measurements of what a command has written.
const diskEvery = time.Second / 20

// diskError ends a command that has written more than --disk.
type diskError struct{ written, limit uint64 }

func (e *diskError) Error() string {
	return fmt.Sprintf("it has %s on disk, and --disk is %s: what was written before stays", size(e.written), size(e.limit))
}

// limitDisk bounds the files that a command writes: all in a folder whose paths begin with prefix, a
// folder or a file. It cancels the call's context when there are more bytes than the flag --disk
// says.
func (c *Call) limitDisk(prefix string) {
	limit := c.Size("disk")
	if limit == 0 {
		return
	}
	ctx, cancel := context.WithCancelCause(c.Context)
	c.Context = ctx
	ended := make(chan struct{})
	c.closers = append(c.closers, func() { close(ended); cancel(nil) })
	go func() {
		ticker := time.NewTicker(diskEvery)
		defer ticker.Stop()
		for {
			if written := diskUsed(prefix); written > limit {
				cancel(&diskError{written, limit})
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

// diskUsed returns the bytes of all files whose paths begin with prefix.
func diskUsed(prefix string) (bytes uint64) {
	prefix = filepath.Clean(prefix)
	filepath.WalkDir(filepath.Dir(prefix), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil: // it was deleted meanwhile
			return nil
		case entry.IsDir() && path != filepath.Dir(prefix) && !strings.HasPrefix(path, prefix):
			return filepath.SkipDir
		case !strings.HasPrefix(path, prefix) || !entry.Type().IsRegular():
			return nil
		}
		if info, err := entry.Info(); err == nil {
			bytes += uint64(info.Size())
		}
		return nil
	})
	return bytes
}

// overLimit returns the error of a command that has written more than --disk, or whose processes had
// more than --memory, or nil.
func (c *Call) overLimit() error {
	switch cause := context.Cause(c.Context).(type) {
	case *diskError, *memoryError:
		return cause
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
