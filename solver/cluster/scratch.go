package cluster

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/foregone-db/foregone/solver"
)

// A worker has a temporary folder with a lock file. A worker that is killed leaves its folder, and the next one
// in the same scratch folder deletes it.
const (
	scratchPrefix = "foregone-worker-"
	scratchLock   = "LOCK"
)

// makeScratch makes a temporary folder of a worker. It returns a folder in it for a database, and a function that
// deletes all of it.
func makeScratch(scratch string) (dir string, drop func(), err error) {
	own, err := os.MkdirTemp(scratch, scratchPrefix)
	if err != nil {
		return "", nil, err
	}
	lock, err := vfs.Default.Lock(filepath.Join(own, scratchLock))
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(own))
	}
	return filepath.Join(own, "db"), func() {
		os.RemoveAll(own)
		lock.Close()
	}, nil
}

// sweepScratch deletes the folders that killed workers left.
func sweepScratch(scratch string) error {
	list, err := filepath.Glob(filepath.Join(scratch, scratchPrefix+"*", scratchLock))
	for _, path := range list {
		lock, held := vfs.Default.Lock(path)
		if held != nil {
			continue
		}
		if dropped := os.RemoveAll(filepath.Dir(path)); !errors.Is(dropped, fs.ErrPermission) {
			err = errors.Join(err, dropped)
		}
		lock.Close()
	}
	return err
}

// untilSpace calls f again as long as it fails because a disk is full. It waits between the calls.
func (r *replica) untilSpace(ctx context.Context, dir string, f func() error) error {
	for times := 0; ; times++ {
		err := f()
		_, refused := errors.AsType[*solver.SpaceError](err)
		if !errors.Is(err, syscall.ENOSPC) && (!refused || times == 0) || ctx.Err() != nil {
			return err
		}
		if !r.wait(ctx, dir, times, err) {
			return err
		}
	}
}

// wait waits before the next look at a full disk, and says so now and then. It returns false when ctx is done.
func (r *replica) wait(ctx context.Context, dir string, times int, err error) bool {
	if times%30 == 0 {
		r.log.Warn("the disk is full: waiting for space", "folder", dir, "error", err)
		r.reportTrouble("the disk is full")
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(r.timing.retry):
		return true
	}
}

// leastSpace is the space, in bytes, with which a full disk counts as mended.
const leastSpace = 32 << 20

// AwaitSpace waits until the disk of a folder has [leastSpace]. A store that had failed for want of space could not be opened again in this process.
func (r *replica) AwaitSpace(ctx context.Context, dir string) bool {
	for times := 0; r.wait(ctx, dir, times, syscall.ENOSPC); times++ {
		if usage, err := vfs.Default.GetDiskUsage(dir); err != nil || usage.AvailBytes >= leastSpace {
			return err == nil
		}
	}
	return false
}
